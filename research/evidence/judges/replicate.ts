import {
  effectiveJudges,
  familyBias,
  type JudgedScores,
  randomNormal,
  randomStream,
} from 'thetarank';

/** Families of models; the first three have a judge each, and a fourth judge has none. */
const FAMILIES = ['a', 'b', 'c', 'd'];
const OWN = ['a', 'b', 'c', ''];
/** Models of each family. */
export const MODELS = 2;
/** Standard deviations, in units of that of the quality of answers. */
export const NOISE = 0.5;
/** Of what a judge thinks of an item, whoever answers. */
export const TASTE = 0.3;
/** Of what a judge thinks of all questions of a case. */
export const SHARED = 0.4;
export const ITEMS = [10, 30, 100];
export const BIASES = [0, 0.3];
export const BIAS_RUNS = 1000;

/** What is unlike the plain case. No judge is biased. */
export interface Unlike {
  readonly name: string;
  readonly items: number;
  /** What the first judge makes of the quality; 1 by default. */
  readonly spread?: number;
  /** How much better answers of the first family are. */
  readonly better?: number;
  /** Questions of each item, whose quality and judges' errors depend on each other. */
  readonly questions?: number;
  /** Scores are whole numbers from −2 to 2. */
  readonly isGraded?: boolean;
  /** The second judge gives the scores of the first. */
  readonly isCopied?: boolean;
}

export const UNLIKE: readonly Unlike[] = [
  { name: 'the first judge uses half of the scale', items: 30, spread: 0.5 },
  { name: 'the same, and its family is 1 better', items: 30, spread: 0.5, better: 1 },
  { name: 'cases of three questions', items: 30, questions: 3 },
  { name: 'five grades, the first family 1 better', items: 30, isGraded: true, better: 1 },
  {
    name: 'five grades, the first family 2 better: half of its answers have the best',
    items: 30,
    isGraded: true,
    better: 2,
  },
  {
    name: 'the second judge is the first under another name, its family 1 better',
    items: 30,
    isCopied: true,
    better: 1,
  },
];

export const JUDGES = 6;
export const CORRELATIONS = [0, 0.2, 0.4, 0.8];
export const ANSWERS = [50, 200];
/** Answers to each item. */
export const PER_ITEM = 5;
export const EFFECTIVE_RUNS = 200;

/** What the intervals of the three judges with a family did in one run. */
export interface BiasRun {
  /** Estimates of each judge; the first one has the planted bias, the others none. */
  readonly bias: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export function replicateBias(
  {
    items,
    name,
    spread = 1,
    better = 0,
    questions = 1,
    isGraded = false,
    isCopied = false,
  }: Unlike,
  bias: number,
  run: number,
): BiasRun {
  const random = randomStream(1, 'family bias', name, items, bias, run);
  const judges = OWN.length;
  const taste = Array.from({ length: items * judges }, () => TASTE * randomNormal(random));
  const [families, models, names]: string[][] = [[], [], []];
  const scores: number[] = [];
  for (const family of FAMILIES)
    for (let m = 0; m < MODELS; m++)
      for (let q = 0; q < items; q++) {
        const shared = randomNormal(random);
        // What a judge thinks of an answer as a whole, over its questions.
        const whole = OWN.map(() => (questions > 1 ? SHARED * randomNormal(random) : 0));
        for (let part = 0; part < questions; part++) {
          families.push(family);
          models.push(`${family}${m}`);
          names.push(questions > 1 ? `q${q} #${part + 1}` : `q${q}`);
          const quality =
            (questions > 1 ? 0.8 * shared + 0.6 * randomNormal(random) : shared) +
            (family === OWN[0] ? better : 0);
          const row = OWN.map((own, j) => {
            const exact =
              (j === 0 ? spread : 1) * quality +
              (j === 0 && own === family ? bias : 0) +
              taste[q * judges + j] +
              whole[j] +
              0.2 * j +
              NOISE * randomNormal(random);
            return isGraded ? Math.round(Math.min(2, Math.max(-2, exact))) : exact;
          });
          if (isCopied) row[1] = row[0];
          scores.push(...row);
        }
      }
  const table: JudgedScores = {
    ...{ judges: ['1', '2', '3', '4'], models, items: names },
    scores: Float64Array.from(scores),
    people: new Float64Array(models.length).fill(Number.NaN),
  };
  const found = familyBias(table, families, OWN).slice(0, 3);
  return {
    bias: found.map((one) => one.bias!),
    low: found.map((one) => one.low!),
    high: found.map((one) => one.high!),
  };
}

export interface EffectiveRun {
  readonly effective: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Judges whose errors have one correlation, against people without error.
 * @param isByItem half of the variance of each error is the same for all answers to an item
 */
export function replicateEffective(
  answers: number,
  correlation: number,
  isByItem: boolean,
  run: number,
): EffectiveRun {
  const random = randomStream(1, 'effective', answers, correlation, Number(isByItem), run);
  const [shared, own] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)];
  const [scores, people]: [number[], number[]] = [[], []];
  const draw = () => Array.from({ length: JUDGES + 1 }, () => randomNormal(random));
  let ofItem = draw();
  for (let a = 0; a < answers; a++) {
    if (a % PER_ITEM === 0) ofItem = draw();
    const ofAnswer = draw();
    const [common, ...errors] = ofAnswer.map((x, k) =>
      isByItem ? Math.SQRT1_2 * (x + ofItem[k]) : x,
    );
    const quality = randomNormal(random);
    people.push(quality);
    for (const error of errors) scores.push(quality + shared * common + own * error);
  }
  const table: JudgedScores = {
    judges: Array.from({ length: JUDGES }, (_, j) => `${j}`),
    scores: Float64Array.from(scores),
    models: people.map((_, a) => `m${a % PER_ITEM}`),
    items: people.map((_, a) => `q${Math.floor(a / PER_ITEM)}`),
    people: Float64Array.from(people),
  };
  const { effective, interval } = effectiveJudges(table)!;
  return { effective, low: interval.low!, high: interval.high! };
}
