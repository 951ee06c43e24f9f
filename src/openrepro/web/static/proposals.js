// Letter keys on the page of proposed claims: j and k move, a, r and l choose, e goes to the text, w to the reason.
"use strict";
(() => {
  const form = document.querySelector("form[data-proposals]");
  if (!form) return;
  const all = [...form.querySelectorAll("[data-proposal]")];
  let at = -1;
  const go = (to) => {
    at = Math.max(0, Math.min(all.length - 1, to));
    all[at].focus();
    all[at].scrollIntoView({block: "nearest"});
  };
  const choose = (value) => {
    if (at < 0) return;
    all[at].querySelector(`input[type=radio][value=${value}]`).checked = true;
    if (at < all.length - 1) go(at + 1);
  };
  form.addEventListener("focusin", (event) => {
    const own = event.target.closest("[data-proposal]");
    if (own) at = all.indexOf(own);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=radio]), textarea, select");
    if (event.key === "Escape" && typing && at >= 0) go(at);
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = {j: () => go(at + 1), k: () => go(at - 1), a: () => choose("approve"), r: () => choose("reject"),
      l: () => choose("leave"), e: () => at >= 0 && all[at].querySelector("textarea").focus(),
      w: () => form.elements.why.focus()}[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
