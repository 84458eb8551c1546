import { randomNormal, randomStream } from 'thetarank';
import { answerDoubts, raterDoubts } from 'thetarank/study';

/** What makes banks without doubtful examinees unlike the plain one. */
export const WORLDS = ['plain', 'nearly all right', 'families', 'extreme scores'] as const;
const SIZES = [
  [12, 30],
  [20, 100],
  [100, 100],
] as const;

export interface BankCell {
  readonly world: (typeof WORLDS)[number];
  readonly examinees: number;
  readonly items: number;
}
/** The first examinee gives the opposite scores. */
export interface BackwardsCell extends BankCell {
  readonly ability: number;
}
/** The second examinee has the answers of the first one, of which this share is reversed. */
export interface CopyCell extends BankCell {
  readonly changed: number;
}
export interface RaterCell {
  readonly raters: number;
  readonly items: number;
  /** Share of the variance of what a rater sees that is quality; 0 of raters who guess. */
  readonly r: number;
  readonly isReversed: boolean;
}

export const ABILITIES = [-2, -1, 0, 1, 2];
export const CHANGED = [0, 0.02, 0.05, 0.1];
export const RATED = [0, 0.5, 0.8];
export const LEVEL_RUNS = 500;
export const POWER_RUNS = 100;

const plain = SIZES.map(([examinees, items]) => ({ world: 'plain' as const, examinees, items }));
export const BANKS: readonly BankCell[] = WORLDS.flatMap((world) =>
  plain.map((cell) => ({ ...cell, world })),
);
export const BACKWARDS: readonly BackwardsCell[] = plain.flatMap((cell) =>
  ABILITIES.map((ability) => ({ ...cell, ability })),
);
export const COPIES: readonly CopyCell[] = plain.flatMap((cell) =>
  CHANGED.map((changed) => ({ ...cell, changed })),
);
export const PANELS: readonly RaterCell[] = [2, 3, 5].flatMap((raters) =>
  [16, 30, 100].flatMap((items) =>
    [false, true].flatMap((isReversed) =>
      RATED.filter((r) => !isReversed || r > 0).map((r) => ({ raters, items, r, isReversed })),
    ),
  ),
);

/** Spread of difficulties, of what a family knows of an item beside its ability, and models of a family. */
export const DIFFICULTY_SD = 1.2;
export const FAMILY_SD = 1.5;
export const FAMILY = 5;
/** In a bank with extreme scores: how many examinees have all right, and how many all wrong. */
export const EXTREME = 2;

function bank(cell: BankCell, random: () => number, ability?: number) {
  const { world, examinees, items } = cell;
  const easier = world === 'nearly all right' ? 3 : 0;
  const b = Array.from({ length: items }, () => DIFFICULTY_SD * randomNormal(random) - easier);
  const families = Array.from({ length: Math.ceil(examinees / FAMILY) }, () =>
    b.map(() => (world === 'families' ? FAMILY_SD * randomNormal(random) : 0)),
  );
  const extreme = world === 'extreme scores' ? EXTREME : 0;
  const chances = Array.from({ length: examinees }, (_, i) => {
    const theta = i === 0 && ability !== undefined ? ability : randomNormal(random);
    return b.map((difficulty, j) => {
      if (i >= examinees - extreme) return 1;
      if (i >= examinees - 2 * extreme) return 0;
      return 1 / (1 + Math.exp(difficulty - theta - families[Math.floor(i / FAMILY)][j]));
    });
  });
  const scores = Float32Array.from(chances.flat(), (p) => Number(random() < p));
  const named = (letter: string, n: number) => Array.from({ length: n }, (_, k) => `${letter}${k}`);
  const matrix = { examinees: named('m', examinees), items: named('q', items), scores };
  return { matrix, chances };
}

/** Whether a bank without doubtful examinees has each warning. */
export function levelOfDoubts(cell: BankCell, run: number) {
  const { world, examinees, items } = cell;
  const { matrix } = bank(cell, randomStream(1, 'doubts', world, examinees, items, run));
  const found = answerDoubts({ matrix });
  return {
    backwards: found.some(({ kind }) => kind === 'backwards'),
    copies: found.some(({ kind }) => kind === 'copies'),
  };
}

/** Whether the backwards examinee is named. */
export function namesBackwards(cell: BackwardsCell, run: number): boolean {
  const { examinees, items, ability } = cell;
  const random = randomStream(1, 'backwards', examinees, items, ability, run);
  const { matrix } = bank(cell, random, ability);
  for (let j = 0; j < items; j++) matrix.scores[j] = 1 - matrix.scores[j];
  return isNamed(matrix, 'backwards');
}

/** Whether the copy is named. */
export function namesCopy(cell: CopyCell, run: number): boolean {
  const { examinees, items, changed } = cell;
  const random = randomStream(1, 'copies', examinees, items, changed, run);
  const { matrix } = bank(cell, random);
  for (let j = 0; j < items; j++) {
    const score = matrix.scores[j];
    matrix.scores[items + j] = random() < changed ? 1 - score : score;
  }
  return isNamed(matrix, 'copies');
}

function isNamed(matrix: ReturnType<typeof bank>['matrix'], kind: 'backwards' | 'copies') {
  return answerDoubts({ matrix }).some((one) => one.kind === kind && one.examinees.includes('m0'));
}

/** Whether the first rater is named as reversed, where it is; else whether any is. */
export function namesReversed({ raters, items, r, isReversed }: RaterCell, run: number): boolean {
  const random = randomStream(1, 'reversed', raters, items, r, Number(isReversed), run);
  const quality = Array.from({ length: items }, () => randomNormal(random));
  const panel = Array.from({ length: raters }, (_, k) => ({
    name: `r${k}`,
    scores: quality.map((own) => {
      const seen = Math.sqrt(r) * own + Math.sqrt(1 - r) * randomNormal(random);
      const grade = 3 + Math.round(Math.min(2, Math.max(-2, 1.2 * seen)));
      return isReversed && k === 0 ? 6 - grade : grade;
    }),
  }));
  const names = quality.map((_, q) => `q${q}`);
  return raterDoubts(panel, [], names).some(
    (one) => one.kind === 'reversed' && (!isReversed || one.rater === 'r0'),
  );
}
