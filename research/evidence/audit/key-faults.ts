import {
  keyEvidence,
  NO_CHOICE,
  type RandomStream,
  type RecordedChoices,
  randomStream,
  SCORED_RIGHT,
  SCORED_WRONG,
  shuffle,
} from 'thetarank';

/** How keys of scores are swapped: letters are not known. */
export const DRAWN = 'popular (drawn)';
/** Share of the items whose keys are swapped. */
export const SHARE = 0.02;
/** Draws of the items, with seeds that no setting was chosen on. */
export const SEEDS = Array.from({ length: 10 }, (_, k) => `audit-evidence/${k + 1}`);
/** Suspects that are looked at first. */
export const FIRST = 50;
/** Share of other items that may be suspected. */
export const FALSE_ALARMS = 0.05;
/** Bands of the share of models that chose the true key. */
export const BANDS = [0, 0.1, 0.3, 0.5, 0.7, 1] as const;

/** What an audit found of planted faults: sums over the seeds. */
export interface Found {
  planted: number;
  others: number;
  /** Planted items among the most suspicious up to 5% of the others. */
  atFive: number;
  /** Planted items among the 50 strongest suspects, and how many there could be. */
  first: number;
  firstMost: number;
  /** Items of probability 0.5 or more: planted, and others. */
  half: number;
  halfOthers: number;
  /** Planted items at 5% with the true key suggested. */
  trueKey: number;
  /** By band of the share of models that chose the true key. */
  readonly bands: { planted: number; atFive: number }[];
}

/** How a swapped key comes about: at the most popular wrong option, or at any. */
export type Swap = 'popular' | 'any';

export function sumFound(
  data: RecordedChoices,
  swap: Swap,
  seeds: readonly string[],
  view: (swapped: RecordedChoices) => RecordedChoices,
): Found {
  const total = emptyFound();
  for (const seed of seeds) {
    const random = randomStream(seed, swap);
    const planted = drawItems(data.items.length, random);
    const keys = Int8Array.from(data.keys);
    for (const j of planted) keys[j] = otherKey(data, j, swap, random);
    const seen = view({ ...data, keys });
    const { evidence } = keyEvidence(seen);
    count(total, planted, evidence, (j) => ({
      share: shareOf(data, j),
      isTrue: evidence[j].likelyKey === data.keys[j],
    }));
  }
  return total;
}

/**
 * The same for scores without letters: right scores of a planted item become wrong, and wrong ones right with the probability
 * that wrong answers hit its printed option. That share is drawn from those of `shares`, because the letters are not known.
 */
export function sumFoundScored(
  data: RecordedChoices,
  shares: readonly number[],
  seeds: readonly string[],
): Found {
  const total = emptyFound();
  const width = data.items.length;
  for (const seed of seeds) {
    const random = randomStream(seed, 'scored');
    const planted = drawItems(width, random);
    const choices = Int8Array.from(data.choices);
    for (const j of planted) {
      const share = shares[Math.floor(random() * shares.length)];
      for (let m = 0; m < data.examinees.length; m++) {
        const at = m * width + j;
        if (choices[at] === SCORED_RIGHT) choices[at] = SCORED_WRONG;
        else if (choices[at] === SCORED_WRONG && random() < share) choices[at] = SCORED_RIGHT;
      }
    }
    const { evidence } = keyEvidence({ ...data, choices });
    count(total, planted, evidence, (j) => ({ share: shareOf(data, j), isTrue: false }));
  }
  return total;
}

/** Of wrong answers to each item, the share at its most popular wrong option. */
export function popularShares(data: RecordedChoices): number[] {
  return data.items.flatMap((_, j) => {
    const counts = optionCounts(data, j);
    counts[data.keys[j]] = 0;
    const wrong = counts.reduce((sum, one) => sum + one, 0);
    return wrong === 0 ? [] : [Math.max(...counts) / wrong];
  });
}

/** What a ranking of items finds of those that were planted, or flagged by others. */
export function count(
  total: Found,
  planted: ReadonlySet<number>,
  evidence: readonly { readonly wrongKey: number; readonly broken: number }[],
  of: (j: number) => { readonly share: number; readonly isTrue: boolean },
  value = (one: (typeof evidence)[number]) => one.wrongKey,
): void {
  const order = evidence
    .map((one, j) => ({ j, value: value(one) }))
    .sort((x, y) => y.value - x.value || x.j - y.j);
  const others = evidence.length - planted.size;
  let alarms = 0;
  total.planted += planted.size;
  total.others += others;
  total.firstMost += Math.min(FIRST, planted.size);
  for (const j of planted) total.bands[bandOf(of(j).share)].planted++;
  for (const [place, one] of order.entries()) {
    const isPlanted = planted.has(one.j);
    if (!isPlanted) alarms++;
    if (isPlanted && place < FIRST) total.first++;
    if (one.value >= 0.5) {
      if (isPlanted) total.half++;
      else total.halfOthers++;
    }
    if (!isPlanted || alarms > FALSE_ALARMS * others) continue;
    const { share, isTrue } = of(one.j);
    total.atFive++;
    total.bands[bandOf(share)].atFive++;
    if (isTrue) total.trueKey++;
  }
}

export function emptyFound(): Found {
  return {
    planted: 0,
    others: 0,
    atFive: 0,
    first: 0,
    firstMost: 0,
    half: 0,
    halfOthers: 0,
    trueKey: 0,
    bands: BANDS.slice(1).map(() => ({ planted: 0, atFive: 0 })),
  };
}

function bandOf(share: number): number {
  return Math.min(
    BANDS.length - 2,
    BANDS.findLastIndex((low) => share >= low),
  );
}

function drawItems(items: number, random: RandomStream): Set<number> {
  const all = Array.from({ length: items }, (_, j) => j);
  shuffle(all, random);
  return new Set(all.slice(0, Math.round(SHARE * items)));
}

function otherKey(data: RecordedChoices, j: number, swap: Swap, random: RandomStream): number {
  const key = data.keys[j];
  if (swap === 'any') {
    const other = Math.floor(random() * (data.options[j] - 1));
    return other < key ? other : other + 1;
  }
  const counts = optionCounts(data, j);
  counts[key] = -1;
  return counts.indexOf(Math.max(...counts));
}

function optionCounts(
  { examinees, items, choices, options }: RecordedChoices,
  j: number,
): number[] {
  const counts = new Array<number>(options[j]).fill(0);
  for (let m = 0; m < examinees.length; m++) {
    const choice = choices[m * items.length + j];
    if (choice >= 0 && choice < counts.length) counts[choice]++;
  }
  return counts;
}

/** Share of the models with an answer that are right under the true key. */
function shareOf({ examinees, items, choices, keys }: RecordedChoices, j: number): number {
  let [right, all] = [0, 0];
  for (let m = 0; m < examinees.length; m++) {
    const choice = choices[m * items.length + j];
    if (choice === NO_CHOICE) continue;
    all++;
    if (choice === SCORED_RIGHT || choice === keys[j]) right++;
  }
  return all === 0 ? 0 : right / all;
}
