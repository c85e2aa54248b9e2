"""Scripts that play in a page as an idle hand would, and note what the page did meanwhile."""

from typing import Final

# Tap at random at whatever can be tapped, and note how long the page was blocked (only Chromium
# tells), how wide it was, and how many taps it took. PAUSE is in milliseconds.
TAPPER: Final = """(() => {
  const all = (what) => [...document.querySelectorAll(`#choice ${what}`)];
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const noted = window.noted = { taps: 0, blocked: [], wide: 0, small: [] };
  try {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) noted.blocked.push(Math.round(entry.duration));
    }).observe({ type: "longtask" });
  } catch { /* this engine does not tell */ }
  const look = () => {
    noted.wide = Math.max(noted.wide, document.documentElement.scrollWidth - innerWidth);
    for (const one of document.querySelectorAll("#choice button, #asks button, nav button")) {
      const box = one.getBoundingClientRect();
      if (box.height < 44 || box.width < 44) noted.small.push(one.textContent);
    }
  };
  const tap = () => {
    if (document.querySelector("#status p.good") !== null) return;
    // Whoever is missing is not waited for.
    const asks = [...document.querySelectorAll("#asks button.urgent")];
    if (asks.length > 0 && Math.random() < 0.2) { any(asks).click(); return; }
    const entries = all("[data-entry]"), accept = all("[data-accept]");
    const writes = all("[data-write]"), back = all("[data-back]");
    // Whoever has picked what does not go together takes it back.
    const chosen = back.length > 0 && Math.random() < 0.1 ? back[0]
      : accept.length > 0 && (entries.length === 0 || Math.random() < 0.7) ? accept[0]
      : any(entries);
    if (writes.length > 0) {
      writes[0].value = `Clef ${Math.floor(Math.random() * 1000)} ?`;
      writes[0].form.requestSubmit();
    } else if (chosen !== undefined) chosen.click();
    else return;
    noted.taps += 1;
    look();
  };
  setInterval(tap, PAUSE);
})()"""

IS_OVER: Final = "document.querySelector('#status p.good') !== null"

# When each line of chat was seen, in milliseconds of the machine's clock.
HEAR: Final = """(() => {
  const heard = window.heard = {};
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(".said")) {
      const text = one.textContent.split(" ").pop();
      heard[text] ??= performance.timeOrigin + performance.now();
    }
  }).observe(document.body, { childList: true, subtree: true });
})()"""
SAY: Final = """(() => {
  const writer = document.querySelector("form.writer input:not([data-write])");
  writer.value = "TEXT";
  const at = performance.timeOrigin + performance.now();
  writer.form.requestSubmit();
  return at;
})()"""
