// Looks for layout faults that a designer would see at a glance; returns a list of sentences.
() => {
  const faults = [];
  const say = (fault, element) => faults.push(`${fault}: ${element.outerHTML.slice(0, 160)}`);

  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth - innerWidth} px too wide`);

  // -- tables and rows of buttons that overflow the card around them
  const framed = (element) => parseFloat(getComputedStyle(element).borderRightWidth) > 0;
  for (const wide of document.querySelectorAll("table, form, fieldset")) {
    let card = wide.parentElement;
    const open = () => getComputedStyle(card).overflowX === "visible"; // otherwise it scrolls
    while (card && open() && !framed(card)) card = card.parentElement;
    if (!card || !open() || !wide.checkVisibility()) continue;
    const [inner, outer] = [wide.getBoundingClientRect(), card.getBoundingClientRect()];
    const over = Math.max(inner.right - outer.right, outer.left - inner.left);
    if (inner.width && over > 1) say(`hangs out of its card by ${over.toFixed(0)} px`, wide);
  }

  // -- your own things at a table, hidden under the bar
  const bar = document.querySelector(".player") ?? document.getElementById("bar");
  for (const own of document.querySelectorAll(".scene:not(.ended) :is(.own .walls, .own .columns, .own ~ .goals > ul)")) {
    const over = own.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
    if (over > 2 && getComputedStyle(bar).position === "sticky") say(`lies under the bar by ${over.toFixed(0)} px`, own);
  }

  // -- pictures that failed to load
  for (const picture of document.images) {
    if (picture.complete && !picture.naturalWidth) say("no picture", picture);
  }
  for (const got of performance.getEntriesByType("resource")) {
    if (got.responseStatus >= 400) faults.push(`${got.responseStatus}: ${got.name}`);
  }

  // -- text that is cut off or covered
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // visible to screen readers only, like .vh
  const spoken = (element) => {
    for (let around = element; around; around = around.parentElement) {
      // inline elements and `display: contents` have no size of their own
      if (around.clientWidth <= 1 && around.clientHeight <= 1 && !/^(inline|contents)$/.test(getComputedStyle(around).display)) return true;
    }
    return false;
  };
  const clips = (style) => style.overflowX !== "visible" || style.overflowY !== "visible";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const letters = new Map();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (!text.data.trim() || element.closest("script, style, noscript, .vh, option, title") || !seen(element) || spoken(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const family = getComputedStyle(element).fontFamily;
    for (const letter of text.data) letters.set(letter + family, [letter, family]);

    // names that are cut, and words that go on in the next line without a hyphen, as kana do (a soft hyphen is one, and
    // parts two words here); the rules' example has one that only a browser with a dictionary can part
    if (element.matches(".nm") && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).textOverflow === "ellipsis") say("a name is cut", element);
    if (range.getClientRects().length > 1 && !element.closest("code, pre, .url, .address, .example")) {
      // the first letter after a soft hyphen has two boxes: the hyphen's and its own
      const line = (at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return [...range.getClientRects()].at(-1)?.top;
      };
      for (const { 0: word, index } of text.data.matchAll(/[\p{Script=Latin}]{3,}/gu)) {
        const lines = Array.from(word, (_, at) => line(index + at));
        if (new Set(lines).size > 1) say(`the word “${word}” is broken`, element);
      }
      range.selectNodeContents(text);
    }

    for (let around = element; around !== document.body && around; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.position === "fixed" || around.matches("[popover]")) break;
      if (!clips(style) || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") continue;
      if (style.overflowX === "auto" || style.overflowX === "scroll" || style.overflowY === "auto" || style.overflowY === "scroll") break;
      const edge = around.getBoundingClientRect();
      const over = Math.max(box.right - edge.right, edge.left - box.left, box.bottom - edge.bottom - 2, edge.top - box.top - 2);
      if (over > 1) say(`text is cut off by ${over.toFixed(0)} px, “${text.data.trim().slice(0, 40)}”`, element);
      break;
    }

    if (getComputedStyle(element).pointerEvents === "none") continue;
    const line = range.getClientRects()[0];
    for (const x of [line.left + 3, line.left + line.width / 2, line.right - 3]) {
      const point = [x, line.top + line.height / 2];
      let inside = point[0] > 0 && point[1] > 0 && point[0] < innerWidth && point[1] < innerHeight;
      for (let around = element; inside && around; around = around.parentElement) {
        if (!clips(getComputedStyle(around))) continue;
        const edge = around.getBoundingClientRect(); // not visible if scrolled out of it
        inside = point[0] > edge.left && point[0] < edge.right && point[1] > edge.top && point[1] < edge.bottom;
      }
      if (!inside) continue;
      const top = document.elementFromPoint(...point);
      const sticks = top?.closest(".total > *"); // above the bar, while its sheet goes on below
      const allowed = !top || top.contains(element) || element.contains(top) || top.closest(".bar, .player, .game-panel:has(.keep), .top, .drop, [popover], label, button, a") || top.matches(":modal")
        || sticks && getComputedStyle(sticks).position === "sticky";
      if (allowed) continue;
      say(`text lies under something, “${text.data.trim().slice(0, 40)}” under ${top.outerHTML.slice(0, 80)}`, element);
      break;
    }
  }

  // -- letters that no font has
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 24;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const drawn = (letter, family) => {
    pen.clearRect(0, 0, 24, 24);
    pen.font = `16px ${family}`;
    pen.fillText(letter, 2, 18);
    return pen.getImageData(0, 0, 24, 24).data.join();
  };
  const nothing = new Map();
  for (const [letter, family] of letters.values()) {
    if (!letter.trim() || letter.codePointAt(0) < 128) continue;
    if (!nothing.has(family)) nothing.set(family, drawn("\u{10ffff}", family));
    if (drawn(letter, family) === nothing.get(family)) faults.push(`no font has the letter ${letter}`);
  }
  return [...new Set(faults)];
}
