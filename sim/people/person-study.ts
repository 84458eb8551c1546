import { randomStream } from '../../src/random.ts';
import { drawnForm } from '../../src/ranking/drawn-form.ts';
import { familiesOf } from '../../src/ranking/families.ts';
import { type FoldFit, foldFit } from '../../src/ranking/fold-fit.ts';
import type { LiveTest } from '../../src/ranking/live/live-test.ts';
import {
  type Preparation,
  type PreparationInput,
  prepare,
  type recordedPart,
  type TestPlan,
  testOf,
} from '../../src/ranking/live/preparation.ts';
import { rankFolds } from '../../src/ranking/recorded/rank-folds.ts';
import { type RecordedBank, recordedExaminees } from '../../src/ranking/recorded-bank.ts';
import type { PersonKind, PersonSource } from './person-kinds.ts';

/** How people are tested: fixed forms scored by the design of their draw or by the response model, and adaptive tests. */
export const PERSON_METHODS = [
  'representative form, by its design',
  'representative form, by the model',
  'random form, by its design',
  'paper',
  'balanced',
  'robust',
] as const;
export type PersonMethod = (typeof PERSON_METHODS)[number];

/** One test: scores in points. */
export interface PersonTest {
  /** The share right on the whole bank: as the person happens to answer, and as expected. */
  readonly truth: { readonly recorded: number; readonly expected: number };
  readonly score: number;
  readonly recorded: Ends;
  readonly expected: Ends;
  /** Whether such a test of a model would count as verified. */
  readonly verified: boolean;
}

interface Ends {
  readonly low: number;
  readonly high: number;
}

/** Folds of families that robust tests learn from, at least. */
const FOLDS = 5;

/** Tests of simulated people, and of recorded models whose families are left out, on one bank. */
export class PersonStudy {
  readonly #bank: RecordedBank;
  readonly #families: readonly string[] | null;
  readonly #source: PersonSource;
  readonly #whole: FoldFit;
  readonly #ready: Preparation;
  readonly #robust = new Map<number, Preparation>();

  constructor(bank: RecordedBank, families: readonly string[] | null) {
    this.#bank = bank;
    this.#families = families;
    const { responses, tags } = bank;
    const [tag] = Object.values(tags);
    this.#source = {
      easiness: standardEasiness(bank),
      tag: tag === undefined ? null : { count: tag.values.length, of: tag.codes },
    };
    this.#whole = foldFit(responses);
    this.#ready = prepare(this.#input());
  }

  has({ needsTag }: PersonKind): boolean {
    return !needsTag || this.#source.tag !== null;
  }

  /** Tests the `n`-th person of a kind by each method, with forms drawn for this person. */
  person(
    kind: PersonKind,
    n: number,
    length: number,
    methods: readonly PersonMethod[],
  ): PersonTest[] {
    const random = randomStream('people', kind.name, n);
    const chances = kind.draw(this.#source, random);
    const answers = chances.map((chance) => (random() < chance ? 1 : 0));
    const truth = { recorded: 100 * meanOf(answers), expected: 100 * meanOf(chances) };
    return methods.map((method) => {
      const ready = method === 'robust' ? this.#robustFor(length) : this.#ready;
      const { parameters } = this.#whole;
      return taken(testOf(ready, this.#plan(method, parameters, length, n)), answers, truth);
    });
  }

  /** Tests every recorded model by both scores of representative forms, on a calibration without its family. */
  models(length: number): { readonly design: PersonTest[]; readonly model: PersonTest[] } {
    const bank = this.#bank;
    const request = { bank, families: this.#families, items: length, seed: 1, draws: 1 };
    const ranking = rankFolds({ ...request, strategy: 'paper' });
    const { actual } = recordedExaminees(bank);
    const { items, scores } = bank.responses;
    const tests = Array.from({ length: ranking.division.folds }, (_, k) => {
      const { part, unseen } = ranking.calibrate(k);
      const ready = prepare({ ...this.#input(), calibration: this.#calibration(part) });
      return unseen.flatMap((i) => {
        const own = Float64Array.from(scores.subarray(i * items.length, (i + 1) * items.length));
        if (own.some(Number.isNaN)) return [];
        const truth = { recorded: 100 * actual[i], expected: Number.NaN };
        const [design, model] = PERSON_METHODS.slice(0, 2).map((method) =>
          taken(testOf(ready, this.#plan(method, part.parameters, length, i)), own, truth),
        );
        return [{ design, model }];
      });
    }).flat();
    return { design: tests.map(({ design }) => design), model: tests.map(({ model }) => model) };
  }

  #plan(
    method: PersonMethod,
    parameters: FoldFit['parameters'],
    length: number,
    n: number,
  ): TestPlan {
    const common = { examinee: `person ${n}`, length, lag: 1, seed: `${n}`, rules: null };
    if (method === 'paper' || method === 'balanced' || method === 'robust')
      return { ...common, strategy: method };
    const draw = method === 'random form, by its design' ? 'random' : 'representative';
    const recorded = this.#bank;
    const form = drawnForm({ recorded, parameters }, { draw, items: length, seed: n }, null);
    const isModel = method === 'representative form, by the model';
    return { ...common, strategy: 'fixed', form, draw: isModel ? null : draw };
  }

  #robustFor(length: number): Preparation {
    const { examinees } = this.#bank.responses;
    const families = familiesOf(examinees, this.#families, FOLDS).of;
    const learning = { strategy: 'robust' as const, families, items: length, seed: 'people' };
    const found = this.#robust.get(length) ?? prepare({ ...this.#input(), learning });
    this.#robust.set(length, found);
    return found;
  }

  #input(): PreparationInput {
    const { parameters, abilities } = this.#whole;
    const seen = this.#bank.responses.examinees.map((_, i) => i);
    const part = { parameters, abilities, seen, flagged: null };
    return {
      ...{ recorded: this.#bank, askable: null },
      calibration: this.#calibration(part),
    };
  }

  #calibration(part: ReturnType<typeof recordedPart>) {
    return { own: this.#bank, abilities: this.#whole.abilities, part };
  }
}

function taken(test: LiveTest, answers: ArrayLike<number>, truth: PersonTest['truth']): PersonTest {
  for (;;) {
    const [item] = test.next(1);
    if (item === undefined) break;
    test.record(item, answers[item]);
  }
  const { score, low, high, expected, verified } = test.score()!;
  return {
    ...{ truth, score, recorded: { low, high } },
    ...{ expected: { low: expected.low, high: expected.high }, verified },
  };
}

/** The log odds of the share of models that has each item right, standardised over the items. */
function standardEasiness({ responses }: RecordedBank): Float64Array {
  const { examinees, items, scores } = responses;
  const odds = Float64Array.from(items, (_, j) => {
    let [right, count] = [0, 0];
    for (let i = 0; i < examinees.length; i++) {
      const score = scores[i * items.length + j];
      if (Number.isNaN(score)) continue;
      right += score;
      count++;
    }
    return Math.log((right + 0.5) / (count - right + 0.5));
  });
  const mean = meanOf(odds);
  const sd = Math.sqrt(meanOf(odds.map((x) => (x - mean) ** 2)));
  return odds.map((x) => (x - mean) / sd);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

/** How tests came out, in points and shares. */
export interface PersonRow {
  readonly tests: number;
  readonly error: number;
  readonly bias: number;
  /** Shares of the 90% intervals that hold, and their mean widths. */
  readonly held: number;
  readonly width: number;
  readonly verified: number;
  /** Share of the verified ones that hold; null without any. */
  readonly verifiedHeld: number | null;
}

/** A score in points, added up in another order, can differ by this. */
const ROUNDING = 1e-7;

/**
 * @param tests at least one
 * @param of which truth and interval
 */
export function personRow(tests: readonly PersonTest[], of: 'recorded' | 'expected'): PersonRow {
  const mean = (some: readonly PersonTest[], value: (test: PersonTest) => number) =>
    some.reduce((sum, test) => sum + value(test), 0) / some.length;
  const holds = (test: PersonTest) =>
    test[of].low - ROUNDING <= test.truth[of] && test.truth[of] <= test[of].high + ROUNDING ? 1 : 0;
  const verified = tests.filter((test) => test.verified);
  return {
    tests: tests.length,
    error: mean(tests, ({ score, truth }) => Math.abs(score - truth[of])),
    bias: mean(tests, ({ score, truth }) => score - truth[of]),
    held: mean(tests, holds),
    width: mean(tests, (test) => test[of].high - test[of].low),
    verified: verified.length / tests.length,
    verifiedHeld: verified.length === 0 ? null : mean(verified, holds),
  };
}
