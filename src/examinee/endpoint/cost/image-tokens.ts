import { heldPicture } from '../../../../item-bank/items/images/image.ts';

/** OpenAI's rule of its GPT-4o models: tokens of a picture, and of each square of this many pixels that covers it. */
const [BASE, PER_TILE, TILE] = [85, 170, 512];
/** Before that a picture is scaled down to these pixels: its longer side, then its shorter one. */
const [LONGER, SHORTER] = [2048, 768];
/** Of a picture on the network, whose size is not known: one of 1024 by 1024 pixels. */
const USUAL = BASE + 4 * PER_TILE;
/** Qwen2-VL's rule: a token per square of 28 pixels, and at most this number. */
const [PATCH, MOST] = [28, 16_384];

/** The usual number of tokens of an image. */
export function usualImageTokens(url: string): number {
  const size = heldPicture(url);
  return size === null ? USUAL : tileTokens(size.width, size.height);
}

/**
 * The most tokens of an image by the rules of OpenAI's GPT-4o, which splits a scaled picture into tiles, and Qwen2-VL, which counts
 * patches of the picture as it is. Models whose tokens of a picture are many and cheap (GPT-4o mini: 33 times GPT-4o's) go beyond it.
 * Sources: OpenAI, "Images and vision", section "Calculating costs"; Wang et al. (2024), Qwen2-VL, arXiv:2409.12191, section 2.1.
 */
export function mostImageTokens(url: string): number {
  const size = heldPicture(url);
  if (size === null) return MOST;
  const { width, height } = size;
  const patches = Math.ceil(width / PATCH) * Math.ceil(height / PATCH);
  return Math.max(Math.min(patches, MOST), tileTokens(width, height));
}

function tileTokens(width: number, height: number): number {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  const scale = Math.min(1, LONGER / longer, SHORTER / shorter);
  const tiles = (pixels: number) => Math.ceil(Math.round(pixels * scale) / TILE);
  return BASE + PER_TILE * tiles(longer) * tiles(shorter);
}
