// The app's icons as PNG, drawn from icon.svg when the page is built: some systems take no SVG for an app.
// It knows what that icon is made of: one rounded square and one path of lines, curves and round arcs.
import { crc32, deflateSync } from "node:zlib";

const FINE = 4; // Each pixel is the average of so many by so many.
const STEPS = 24; // Into so many straight lines each curve is cut.

/** The icon at a size; bled to the edge and drawn smaller where a system cuts it to a shape of its own. */
export function png(svg, size, { isMaskable = false } = {}) {
  const [, back] = /<rect[^>]*fill="#(\w{6})"/.exec(svg);
  const [, radius] = /<rect[^>]*rx="([\d.]+)"/.exec(svg);
  const [, ink, path] = /<path fill="#(\w{6})" d="([^"]+)"/.exec(svg);
  const box = Number(/viewBox="0 0 (\d+)/.exec(svg)[1]);
  const scale = (size * FINE) / box;
  const shrink = isMaskable ? 0.8 : 1;
  const square = isMaskable ? [[-1, -1], [box + 1, -1], [box + 1, box + 1], [-1, box + 1]] : corners(box, Number(radius));
  const spade = outline(path).map(([x, y]) => [(x - box / 2) * shrink + box / 2, (y - box / 2) * shrink + box / 2]);
  const layers = [
    [filled(square, scale, size * FINE), colour(back)],
    [filled(spade, scale, size * FINE), colour(ink)],
  ];
  return encoded(size, (x, y) => blended(layers, x, y, size));
}

const colour = (hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));

function blended(layers, x, y, size) {
  const sum = [0, 0, 0];
  let covered = 0;
  for (let j = y * FINE; j < (y + 1) * FINE; j++) {
    for (let i = x * FINE; i < (x + 1) * FINE; i++) {
      const top = layers.findLast(([mask]) => mask[j * size * FINE + i]);
      if (!top) continue;
      covered += 1;
      top[1].forEach((part, at) => (sum[at] += part));
    }
  }
  return [...sum.map((part) => (covered ? Math.round(part / covered) : 0)), Math.round((255 * covered) / FINE ** 2)];
}

/** Which points lie within an outline: those that a line from the left enters more often than it leaves. */
function filled(points, scale, size) {
  const mask = new Uint8Array(size * size);
  for (let row = 0; row < size; row++) {
    const y = (row + 0.5) / scale;
    const crossings = points
      .flatMap(([x1, y1], at) => {
        const [x2, y2] = points[(at + 1) % points.length];
        return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
      })
      .sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from, to] = [crossings[at], crossings[at + 1]].map((x) => Math.min(size, Math.max(0, Math.round(x * scale))));
      mask.fill(1, row * size + from, row * size + to);
    }
  }
  return mask;
}

function corners(box, radius) {
  const ends = [[box - radius, radius, -90], [box - radius, box - radius, 0], [radius, box - radius, 90], [radius, radius, 180]];
  return ends.flatMap(([x, y, from]) =>
    Array.from({ length: STEPS + 1 }, (_, at) => {
      const angle = ((from + (90 * at) / STEPS) * Math.PI) / 180;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );
}

/** The points of a path. */
function outline(path) {
  const points = [];
  let [x, y] = [0, 0];
  const to = (nx, ny) => points.push(([x, y] = [nx, ny]));
  const TAKES = { m: 2, c: 6, a: 7, h: 1, v: 1, l: 2, z: 0 };
  for (const [, letter, given] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const kind = letter.toLowerCase();
    const is = letter === kind ? 1 : 0; // Whether it counts from where the last one ended.
    const numbers = (given.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    for (let at = 0; at < numbers.length; at += TAKES[kind]) {
      const n = numbers.slice(at, at + TAKES[kind]);
      const [ox, oy] = [x * is, y * is];
      if (kind === "m" || kind === "l") to(ox + n[0], oy + n[1]);
      else if (kind === "h") to(ox + n[0], y);
      else if (kind === "v") to(x, oy + n[0]);
      else if (kind === "c") curve([x, y], [ox + n[0], oy + n[1]], [ox + n[2], oy + n[3]], [ox + n[4], oy + n[5]]).forEach(([a, b]) => to(a, b));
      else if (kind === "a") arc([x, y], n[0], n[3], n[4], [ox + n[5], oy + n[6]]).forEach(([a, b]) => to(a, b));
    }
  }
  return points;
}

const each = (make) => Array.from({ length: STEPS }, (_, at) => make((at + 1) / STEPS));

function curve(a, b, c, d) {
  const along = (t, at) => (1 - t) ** 3 * a[at] + 3 * (1 - t) ** 2 * t * b[at] + 3 * (1 - t) * t ** 2 * c[at] + t ** 3 * d[at];
  return each((t) => [along(t, 0), along(t, 1)]);
}

/** A part of a circle from one point to another. */
function arc([x1, y1], radius, isLarge, isClockwise, [x2, y2]) {
  const half = Math.hypot(x2 - x1, y2 - y1) / 2;
  const r = Math.max(radius, half);
  const off = (Math.sqrt(r * r - half * half) / (2 * half)) * (isLarge === isClockwise ? -1 : 1);
  const [cx, cy] = [(x1 + x2) / 2 - (y2 - y1) * off, (y1 + y2) / 2 + (x2 - x1) * off];
  const start = Math.atan2(y1 - cy, x1 - cx);
  let turn = Math.atan2(y2 - cy, x2 - cx) - start;
  if (isClockwise && turn < 0) turn += 2 * Math.PI;
  if (!isClockwise && turn > 0) turn -= 2 * Math.PI;
  return each((t) => [cx + r * Math.cos(start + turn * t), cy + r * Math.sin(start + turn * t)]);
}

function encoded(size, pixel) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) rows.set(pixel(x, y), y * (size * 4 + 1) + 1 + x * 4);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
