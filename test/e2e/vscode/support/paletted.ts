import { deflateSync, inflateSync } from "node:zlib";
import { crc32 } from "./crc32.js";

/**
 * The same picture with 256 colours at most: the most frequent ones, and for the rest the nearest of them. Pictures of windows have
 * few colours and many in the edges of letters, so the eye sees no difference and the file is less than half as large.
 */
export function paletted(png: Buffer): Buffer {
  const { width, height, pixels } = decoded(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([pixel]) => pixel);
  const places = new Map(palette.map((pixel, place) => [pixel, place]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = pixels[y * width + x]!;
      let place = places.get(pixel);
      if (place === undefined) {
        place = nearest(palette, pixel);
        places.set(pixel, place);
      }
      rows[y * (width + 1) + 1 + x] = place;
    }
  }
  const colours = Buffer.from(palette.flatMap((pixel) => [pixel >> 16, (pixel >> 8) & 255, pixel & 255]));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, colours from a palette; deflate, no interlace.
  header.set([8, 3, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("PLTE", colours), chunk("IDAT", data), chunk("IEND")]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function nearest(palette: readonly number[], pixel: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [place, colour] of palette.entries()) {
    const red = (colour >> 16) - (pixel >> 16);
    const green = ((colour >> 8) & 255) - ((pixel >> 8) & 255);
    const blue = (colour & 255) - (pixel & 255);
    const distance = red * red + green * green + blue * blue;
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** Pixels as 0xRRGGBB, of a picture as browsers write them: 8 bits, RGB or RGBA, not interlaced. */
function decoded(png: Buffer): { readonly width: number; readonly height: number; readonly pixels: Uint32Array } {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const size = png[25] === 6 ? 4 : 3;
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * size;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const row = unfiltered(rows[start]!, rows.subarray(start + 1, start + 1 + stride), above, size);
    for (let x = 0; x < width; x++) {
      pixels[y * width + x] = (row[x * size]! << 16) | (row[x * size + 1]! << 8) | row[x * size + 2]!;
    }
    above = row;
  }
  return { width, height, pixels };
}

/** Undoes the prediction of a row: from the left, from above, from their mean, or from the likeliest of three (PNG, chapter 9). */
function unfiltered(filter: number, row: Uint8Array, above: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(row.length);
  for (let i = 0; i < row.length; i++) {
    const left = i < size ? 0 : out[i - size]!;
    const corner = i < size ? 0 : above[i - size]!;
    const up = above[i]!;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
    out[i] = row[i]! + guess;
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
