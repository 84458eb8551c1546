import {
  AdaptiveSession,
  type Bank,
  calibrate,
  type ItemParameters,
  placeAnswers,
  prepareBank,
  type RecordedBank,
  type ResponseMatrix,
  rankRecorded,
} from 'thetarank';
import { study, table } from '../../study.ts';
import { boundsPage } from './page.ts';
import { unboundedAbility } from './unbounded.ts';
import { answersOfWorld, WORLDS, type World } from './worlds.ts';

export const USES = ['rank', 'calibrate fit', 'place', 'sessions'] as const;
export type Use = (typeof USES)[number];

/** Abilities of one kind of use in one world: as unbounded maximum likelihood has them, and as the public API prints them. */
export interface PrintedAbilities {
  /** Null where it is not finite: results are kept as JSON. */
  readonly unbounded: readonly (number | null)[];
  readonly printed: readonly { readonly ability: number; readonly marked: boolean }[];
}

/** Uses that refuse two models. */
const NEEDS_MORE: ReadonlySet<Use> = new Set(['rank', 'place']);
/** Items of each test. */
const TEST = 20;
const PLACED = 3;
const SETTLED = { maxIterations: 200 };

export const bounds = study({
  question:
    'How often are abilities beyond their bounds where answers do not tell them, such as those of identical models? About a minute.',
  page: 'bounds.md',
  tables: () => ({
    abilities: table(
      WORLDS.flatMap((world) =>
        USES.filter((use) => !(world === 'two models' && NEEDS_MORE.has(use))).map((use) => ({
          world,
          use,
        })),
      ),
      3,
      ({ world, use }, run) => printedAbilities(answersOfWorld(world, run), use, world, run),
    ),
  }),
  write: ({ abilities }) => boundsPage(abilities),
});

function printedAbilities(
  matrix: ResponseMatrix,
  use: Use,
  world: World,
  run: number,
): PrintedAbilities {
  const { parameters, abilities } = calibrate(matrix, SETTLED);
  const width = matrix.items.length;
  const rows = matrix.examinees.map((_, i) => matrix.scores.subarray(i * width, (i + 1) * width));
  const full = rows.map((scores) => unboundedAbility(parameters, scores));
  if (use === 'calibrate fit')
    return {
      unbounded: full,
      printed: Array.from(abilities, (ability) => ({ ability, marked: false })),
    };
  if (use === 'rank') {
    const items = Math.min(TEST, width);
    const { models } = rankRecorded({
      ...{ bank: recorded(matrix), items, strategy: 'paper', seed: run },
      ...{ families: matrix.examinees, draws: 1, includeFlagged: true },
    });
    // Mean-sigma linking divides by the spread of the models, which is rounding where they answer alike.
    return {
      unbounded: linked(full, abilities),
      printed: models.map(({ ability, se }) => ({ ability, marked: !Number.isFinite(se) })),
    };
  }
  // Each placement calibrates the bank again.
  const asked = rows
    .slice(0, use === 'place' ? PLACED : rows.length)
    .map((scores) =>
      use === 'sessions'
        ? sessionOf(matrix, parameters, scores, `${world} ${run}`)
        : placeOf(matrix, parameters, scores, run),
    );
  return {
    unbounded: asked.map(({ answered }) => unboundedAbility(parameters, answered)),
    printed: asked.map(({ ability, marked }) => ({ ability, marked })),
  };
}

/** A test of the published method: maximum likelihood, at the bound while all answers are right or all are wrong. */
function sessionOf(
  { items }: ResponseMatrix,
  parameters: ItemParameters,
  scores: Float32Array,
  seed: string,
) {
  const session = new AdaptiveSession(prepareBank(items, parameters), {
    ...{ seed, lag: 1, estimator: 'ml', unmixed: 'bound', start: 0, exclude: [], quotas: [] },
    prior: { mean: 0, sd: 1 },
    select: { rule: 'maximum-information' },
    stop: { rule: 'length', items: Math.min(TEST, items.length) },
  });
  const answered = new Float32Array(items.length).fill(Number.NaN);
  for (let next = session.next(); next.length > 0; next = session.next())
    for (const { item, index } of next) {
      const score = Number.isNaN(scores[index]) ? 0 : scores[index];
      answered[index] = score;
      session.record(item, score);
    }
  const { ability, atBound } = session.estimate;
  return { answered, ability, marked: atBound };
}

function placeOf(
  matrix: ResponseMatrix,
  parameters: ItemParameters,
  scores: Float32Array,
  seed: number,
) {
  const answers = [...scores.entries()]
    .filter(([, score]) => !Number.isNaN(score))
    .slice(0, TEST)
    .map(([index, score]) => ({ index, score }));
  const answered = new Float32Array(scores.length).fill(Number.NaN);
  for (const { index, score } of answers) answered[index] = score;
  const bank: Bank = {
    ...recorded(matrix),
    ...{ version: 1, title: '', provenance: { source: '', licence: '', notes: [] } },
    ...{ items: matrix.items, parameters, optionCounts: new Uint8Array(matrix.items.length) },
  };
  const { ability } = placeAnswers(bank, 'new', answers, seed);
  return { answered, ability, marked: false };
}

function recorded(responses: ResponseMatrix): RecordedBank {
  return { name: 'simulated', simulated: true, responses, tags: {}, fullScore: 'items' };
}

/** From abilities to those of a calibration, by means and standard deviations, however small these are. */
function linked(from: readonly number[], to: ArrayLike<number>): number[] {
  const [x, y] = [spread(from), spread(Array.from(to))];
  return from.map((ability) => y.mean + ((ability - x.mean) * y.sd) / x.sd);
}

function spread(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(squares / values.length) };
}
