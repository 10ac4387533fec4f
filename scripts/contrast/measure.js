// Runs in the page that is measured, and in an empty one that reads pictures.

/** Everything that paints glyphs: text nodes, and texts that a stylesheet puts before, after or beside an element. */
function textItems() {
  const found = [];
  const round = r => [r.left + scrollX, r.top + scrollY, r.right + scrollX, r.bottom + scrollY].map(Math.round);
  const opacity = e => { let o = 1; for (; e; e = e.parentElement) o *= +getComputedStyle(e).opacity; return o; };
  const describe = e => (e.closest('[class]')?.className ?? '') + ' <' + e.tagName.toLowerCase() + '>';
  const around = e => { const list = []; for (let p = e; p; p = p.parentElement) if (p.classList.length) list.push(p.classList[0]); return list.slice(0, 5).reverse().join(' '); };
  document.querySelectorAll('body *').forEach(e => {
    const style = getComputedStyle(e), see = opacity(e);
    if (see === 0 || style.visibility === 'hidden' || !e.getClientRects().length) return;
    for (const node of e.childNodes) {
      if (node.nodeType !== 3 || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      found.push({ kind: 'text', element: e, rects: [...range.getClientRects()].map(round), color: style.color, opacity: see,
        text: node.data.trim().slice(0, 24), place: around(e) + ' ' + describe(e) });
    }
    for (const pseudo of ['::before', '::after', '::marker']) {
      const own = getComputedStyle(e, pseudo);
      if (pseudo === '::marker' ? style.display !== 'list-item' || style.listStyleType === 'none' : ['none', 'normal', '""'].includes(own.content)) continue;
      const box = round(e.getBoundingClientRect());
      if (pseudo === '::marker') { box[0] -= 60; box[3] = Math.min(box[3], box[1] + 30); }
      found.push({ kind: 'pseudo', element: e, pseudo, rects: [box], color: own.color, opacity: see * (+own.opacity || 1),
        text: own.content, place: around(e) + ' ' + describe(e) + pseudo });
    }
  });
  return found;
}

/** The colour of each item now: red, green, blue and how opaque, as the canvas would paint it. */
const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const known = new Map();
function channels(color) {
  if (!known.has(color)) {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    known.set(color, [...paint.getImageData(0, 0, 1, 1).data]);
  }
  return known.get(color);
}

/** The pixels of a PNG. */
async function pixels(base64) {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), { colorSpaceConversion: 'none' });
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** The places where glyphs are: of each item, the pixels that differ between a picture without and one with its text. */
async function findGlyphs(bare, texts, pseudos, items) {
  const [none, text, pseudo] = [await pixels(bare), await pixels(texts), await pixels(pseudos)];
  const width = none.width, height = none.height;
  globalThis.glyphs = items.map(item => {
    const inked = (item.kind === 'text' ? text : pseudo).data, base = none.data, places = [];
    for (const [left, top, right, bottom] of item.rects)
      for (let y = Math.max(0, top); y < Math.min(bottom, height); y++)
        for (let x = Math.max(0, left); x < Math.min(right, width); x++) {
          const at = 4 * (y * width + x);
          const change = Math.abs(inked[at] - base[at]) + Math.abs(inked[at + 1] - base[at + 1]) + Math.abs(inked[at + 2] - base[at + 2]);
          if (change > 90) places.push(at);
        }
    return places;
  });
  return glyphs.map(places => places.length);
}

function luminance(c) {
  return [0.2126, 0.7152, 0.0722].reduce((sum, k, i) => {
    const v = c[i] / 255;
    return sum + k * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  }, 0);
}

/** The least contrast of each item against the pixels behind its glyphs; null where none shows. */
async function contrasts(bare, colors) {
  const image = (await pixels(bare)).data;
  return colors.map(([red, green, blue, alpha, opacity], index) => {
    const seen = new Set(), share = alpha / 255 * opacity;
    let least = null;
    for (const at of glyphs[index]) {
      const key = image[at] << 16 | image[at + 1] << 8 | image[at + 2];
      if (seen.has(key)) continue;
      seen.add(key);
      const back = [image[at], image[at + 1], image[at + 2]];
      const ink = [red, green, blue].map((v, i) => v * share + back[i] * (1 - share));
      const [x, y] = [luminance(ink), luminance(back)];
      const ratio = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
      if (least === null || ratio < least[0])
        least = [ratio, ink.map(Math.round), back];
    }
    return least;
  });
}
