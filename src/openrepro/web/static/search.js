// Search in a copy of the site without a server: reads pieces of the index of words, and ranks as the server does.
"use strict";
(() => {
  const form = document.querySelector("#find[data-shards]"), box = document.querySelector("[data-found]");
  if (!form || !box) return;
  const root = new URL(form.dataset.shards, location.href), plain = [...box.childNodes], held = new Map();
  const DECIMAL = /[0-9]+(?:\.[0-9]+)+/g, asked = () => new URLSearchParams(location.search);
  let top, turn = 0, wait;
  const load = (name) => {
    if (!held.has(name)) held.set(name, fetch(new URL(name, root)).then((got) => {
      if (!got.ok) throw new Error(name);
      return got.json();
    }).catch((error) => { held.delete(name); throw error; }));
    return held.get(name);
  };
  const key = (text) => text.replace(/\\([a-zA-Z]+)\s?/g, "$1").replace(/\\.|[$^_{}]/g, "").normalize("NFKD").replace(/\p{Mn}/gu, "")
    .replace(/[Α-Ωα-ω]/g, (letter) => top.greek[letter.toLowerCase().charCodeAt(0) - 0x3b1])
    .toLowerCase().replace(/ß/g, "ss").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const units = (chunk) => {
    const cut = chunk.slice(0, 60), parts = [...new Set([...key(cut.replace(DECIMAL, " ")), ...cut.match(DECIMAL) || []])];
    const bare = (text, at) => at % 2 ? text : key(text).join("");
    return {parts, joined: parts.length > 1 && parts.length < 5 ? cut.split(/([0-9]+(?:\.[0-9]+)+)/).map(bare).join("") : ""};
  };
  // The words that a term stands for, itself first, then those of most papers: [word, [distances, weights]].
  const choices = async ({word, open}) => {
    const own = [], more = [], wide = open && word.length > 1, firsts = top.words;
    const near = firsts.map((first, at) => at).filter((at) => (firsts[at] <= word || (wide && firsts[at].startsWith(word))) && !(firsts[at + 1] <= word));
    for (const shard of await Promise.all(near.map((at) => load(`words-${at}.json`)))) {
      for (const one of Object.entries(shard)) {
        if (one[0] === word) own.push(one); else if (wide && one[0].startsWith(word)) more.push(one);
      }
    }
    more.sort((a, b) => b[1][0].length - a[1][0].length || (a[0] < b[0] ? -1 : 1));
    let left = Math.max(20000, 2 * top.papers);
    for (const one of more.slice(0, 50)) { left -= one[1][0].length; if (left < 0) break; own.push(one); }
    return own;
  };
  const terms = async (question) => {
    const runs = question.slice(0, 200).replace(/"/g, " ").split(/\s+/).filter(Boolean).slice(0, 8).map(units).filter((run) => run.parts.length);
    const telling = runs.filter((run) => run.joined || !top.common.includes(run.parts[0])), found = new Map();
    for (const [at, run, all] of (telling.length ? telling : runs).map((run, at, all) => [at, run, all])) {
      const last = at === all.length - 1, whole = {word: run.joined, open: last};
      if (/\p{N}/u.test(run.joined) && (await choices(whole)).length) found.set(run.joined, whole);
      else run.parts.forEach((word, place) => found.set(word, {word, open: (last && place === run.parts.length - 1) || !!found.get(word)?.open}));
    }
    return found.values();
  };
  const spread = (gaps) => { let at = 0; return gaps.map((gap) => at += gap); };
  const ask = async (question) => {
    let scores;
    for (const term of await terms(question)) {
      const best = new Map();
      for (const [word, [gaps, weights]] of await choices(term)) {
        const worth = Math.max(1, Math.floor(16 * Math.log(1 + (top.papers - gaps.length + .5) / (gaps.length + .5)) + .5));
        spread(gaps).forEach((paper, at) => best.set(paper, Math.max(best.get(paper) ?? 0, (worth * weights[at]) >> (word !== term.word))));
      }
      scores = scores ? new Map([...best].flatMap(([paper, score]) => scores.has(paper) ? [[paper, score + scores.get(paper)]] : [])) : best;
    }
    return [...scores || []].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([paper]) => paper);
  };
  const make = (tag, kind, ...inner) => {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(...inner);
    return made;
  };
  const told = (text) => { const made = make("p", "told", text); made.setAttribute("role", "status"); return made; };
  const card = ([id, title, authors, area, tone, sign, state, rest]) => {
    const link = make("a", "", title || id);
    link.href = new URL(`../papers/${encodeURIComponent(id)}.html`, root);
    return make("li", "", make("h2", "card-title", link), make("p", "quiet", [authors, area].filter(Boolean).join(" · ")),
      make("p", "traits", make("span", `chip tone-${tone}`, `${sign} ${state}`), make("span", "", rest)));
  };
  const show = async (found, list, more) => {
    const from = list.children.length, part = found.slice(from, from + 25);
    const got = await Promise.all(part.map((paper) => load(`papers-${Math.floor(paper / top.lines)}.json`)));
    list.append(...part.map((paper, at) => card(got[at][paper % top.lines])));
    more.hidden = list.children.length >= found.length;
  };
  const fail = () => box.replaceChildren(told("A part of the index could not be loaded."), make("p", "", location.protocol === "file:"
    ? "This copy was opened from a disk; search needs a web server." : "Check the connection and search again."), ...plain);
  const search = async () => {
    const mine = ++turn, text = (asked().get("text") || "").trim();
    try {
      top = await load("index.json");
      const chosen = top.traits.filter((trait) => asked().get(trait));
      if (!text && !chosen.length) { box.replaceChildren(...plain); return; }
      let found = text && await ask(text);
      for (const trait of chosen) {
        const having = spread((await load(`trait-${trait}.json`))[asked().get(trait)] || []), set = new Set(having);
        found = found ? found.filter((paper) => set.has(paper)) : having;
      }
      const list = make("ul", "cards papers"), more = make("button", "plain", "Show more"), all = make("a", "", "All papers");
      all.href = location.pathname;
      more.onclick = () => show(found, list, more).catch(fail);
      await show(found, list, more);
      const words = [text && `“${text}”`, ...chosen.map((trait) => `${trait}: ${asked().get(trait)}`)].filter(Boolean).join(", ");
      if (mine === turn) box.replaceChildren(told(`${found.length || "Nothing"} found for ${words}.`), make("p", "", all), list, more);
    } catch { if (mine === turn) fail(); }
  };
  const begin = () => {
    const now = asked(), text = form.elements.text.value.trim();
    if (text) now.set("text", text); else now.delete("text");
    history.replaceState(null, "", `${location.pathname}?${now}`);
    search();
  };
  form.onsubmit = (event) => { event.preventDefault(); clearTimeout(wait); begin(); };
  form.oninput = () => { clearTimeout(wait); wait = setTimeout(begin, 200); };
  form.elements.text.value = asked().get("text") || "";
  search();
})();
