/** How people answered an item that counts. */
export interface HumanItem {
  readonly item: string;
  /** Share of right answers, 0 to 1. */
  readonly accuracy: number;
  /** People who answered it; null if not known. */
  readonly respondents: number | null;
  readonly tags: Readonly<Record<string, string>>;
  /** Items of one cluster hang together, as questions of one case do; by itself if undefined. */
  readonly cluster?: string | undefined;
}

export const HUMAN_WEIGHTS = ['respondents', 'items'] as const;
/** How items count in an accuracy of people: by their number of respondents, as in CMExam, or all alike. */
export type HumanWeights = (typeof HUMAN_WEIGHTS)[number];

/** The weight of an item; 0 leaves it out: without the number of its respondents it has no weight by that number. */
export function humanWeight({ respondents }: HumanItem, weights: HumanWeights): number {
  return weights === 'items' ? 1 : (respondents ?? 0);
}

/** A 90% interval, in points. */
export interface PointInterval {
  readonly low: number;
  readonly high: number;
}

/** The cluster of each item by name. An item by itself has a name that no cluster has. */
export function humanClusters(items: readonly HumanItem[]): string[] {
  return items.map(({ cluster }, j) => (cluster === undefined ? `alone ${j}` : `of ${cluster}`));
}
