// What scripts add to the form of a person who reads: drafts kept while typing, and number keys that choose.
"use strict";
(() => {
  const form = document.querySelector("form[data-draft]");
  if (!form) return;
  const state = form.querySelector("[data-draft-state]");
  let waiting = 0, sending = false, again = false;

  const keep = async () => {
    if (sending) { again = true; return; }
    sending = true;
    try {
      const body = new URLSearchParams(new FormData(form));
      const answer = await fetch(form.dataset.draft, {method: "POST", body, redirect: "error"});
      state.textContent = answer.ok ? `Draft kept at ${new Date().toLocaleTimeString("en-GB")}.`
        : "The draft could not be kept. Copy what you typed before you leave, and open the page anew.";
    } catch {
      state.textContent = "The draft could not be kept: the server was not reached. It is tried again as you type.";
    }
    sending = false;
    if (again) { again = false; keep(); }
  };

  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, 1500);
  });
  form.addEventListener("submit", () => clearTimeout(waiting));

  form.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input[type=text], textarea, select");
    if (event.key === "Enter" && event.target.matches("input[type=text], input[type=radio]")) event.preventDefault();
    if (typing || event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
    const question = event.target.closest("fieldset");
    const chosen = question && question.querySelectorAll("input[type=radio]")[Number(event.key) - 1];
    if (!chosen) return;
    event.preventDefault();
    chosen.focus();
    chosen.click();
  });

  const fault = document.getElementById("fault");
  if (fault) fault.focus();
})();
