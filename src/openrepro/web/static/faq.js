// Search in the questions of a copy of the site: a question that lacks one of the words is hidden.
"use strict";
(() => {
  const form = document.querySelector("form[data-filter]"), found = document.getElementById("found");
  if (!form || !found) return;
  const input = form.elements.q, told = found.querySelector("[role=status]"), plain = [...told.childNodes];
  const sections = [...found.querySelectorAll("section")].map((section) => ({
    section, topic: section.querySelector("h2").textContent, questions: [...section.querySelectorAll("details.question")],
  }));
  const all = sections.flatMap(({topic, questions}) => questions.map((one) => ({one, text: `${topic} ${one.textContent}`.toLowerCase()})));
  const search = () => {
    const asked = input.value.trim(), words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    let hits = 0;
    for (const {one, text} of all) {
      const hit = words.every((word) => text.includes(word));
      one.hidden = !hit;
      one.open = hit && words.length > 0;
      hits += hit;
    }
    for (const {section, questions} of sections) section.hidden = questions.every((one) => one.hidden);
    told.replaceChildren(...(words.length ? [`${hits} of ${all.length} questions hold “${asked}”.${hits ? "" : " Try fewer or other words."}`] : plain));
    history.replaceState(null, "", asked ? `${location.pathname}?${new URLSearchParams({q: asked})}` : location.pathname);
  };
  form.onsubmit = (event) => { event.preventDefault(); search(); };
  form.oninput = search;
  form.hidden = false;
  input.value = new URLSearchParams(location.search).get("q") || "";
  if (input.value) search();
})();
