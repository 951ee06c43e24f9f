// What the site does beyond plain pages: instants in the reader's zone, a countdown, buttons that copy.
"use strict";
(() => {
  const zoned = new Intl.DateTimeFormat("en-GB", {dateStyle: "long", timeStyle: "short"});
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const tellInstants = (root) => {
    for (const one of root.querySelectorAll("time[datetime]")) {
      const at = new Date(one.dateTime);
      if (!isNaN(at) && one.dateTime.includes("T")) one.title = `${zoned.format(at)} (${zone})`;
    }
  };

  const tellZones = (root) => {
    for (const one of root.querySelectorAll("[data-zone]")) {
      const at = new Date(one.dataset.zone);
      if (!isNaN(at)) one.textContent = `${zoned.format(at)} in your zone (${zone})`;
    }
  };

  const left = (ms) => {
    const minutes = Math.floor(ms / 60000), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
    if (days) return `${days} d ${hours % 24} h`;
    return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
  };

  const countDown = () => {
    for (const one of document.querySelectorAll("[data-until]")) {
      const at = new Date(one.dataset.until), ms = at - Date.now();
      const said = ms > 0 ? `(in ${left(ms)}${zone === "UTC" ? "" : `; ${zoned.format(at)} in your zone, ${zone}`})` : "(the moment has come; reload)";
      one.querySelector(".count-left").textContent = said;
    }
  };

  const offerCopies = (root) => {
    for (const box of root.querySelectorAll("[data-copy]")) {
      if (box.querySelector("button")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(box.querySelector("pre").textContent);
          button.textContent = "Copied";
        } catch {
          button.textContent = "Select it and copy by hand";
        }
        setTimeout(() => { button.textContent = "Copy"; }, 2500);
      });
      box.prepend(button);
    }
  };

  const openNamed = () => {
    const named = document.getElementById(location.hash.slice(1));
    if (named instanceof HTMLDetailsElement) named.open = true;
  };

  const dress = (root) => { tellInstants(root); tellZones(root); offerCopies(root); };
  dress(document);
  openNamed();
  window.addEventListener("hashchange", openNamed);
  countDown();
  setInterval(countDown, 30000);
  document.addEventListener("htmx:after:swap", () => dress(document));
})();
