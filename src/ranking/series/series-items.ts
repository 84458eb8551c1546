/** How the checkpoints of a series are tested. */
export interface SeriesDesign {
  /** Items in random order, every prefix of which represents the bank: one order for the series. Its first items are the anchors. */
  readonly order: Int32Array;
  /** Items per checkpoint, and how many of them are anchors, which every checkpoint answers. */
  readonly items: number;
  readonly anchors: number;
}

/** The usual share of anchors: see docs/evidence/series.md. */
const ANCHOR_SHARE = 1 / 2;

export function usualAnchors(items: number): number {
  return Math.max(1, Math.round(ANCHOR_SHARE * items));
}
