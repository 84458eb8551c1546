import {
  type Bank,
  type ComparedTest,
  type LiveTest,
  prepareLive,
  type RecordedBank,
  randomStream,
  testChange,
} from 'thetarank';
import { losePoints, relativesOf, SeriesStudy } from 'thetarank/study';
import {
  CHECKPOINTS,
  CHURN,
  FAMILIES,
  HIGHEST,
  ITEMS,
  LARGE,
  LOSSES,
  LOWEST,
  MODELS,
  RULE,
  SEED,
  SERIES,
  SERIES_ITEMS,
} from './setting.ts';

export const KINDS = ['robust', 'random', 'random, large', 'series'] as const;
type Kind = (typeof KINDS)[number];

/** What was said of one change. */
export interface Outcome {
  readonly kind: Kind;
  readonly bank: string;
  readonly loss: number;
  readonly difference: number | null;
  readonly low: number;
  readonly high: number;
  readonly basis: 'items' | 'scores' | null;
  readonly verified: boolean;
  readonly isShown: boolean;
}

/** All changes of a bank by one kind of test. */
export function replicateKind(bank: Bank, kind: Kind): Outcome[] {
  const all = bank.responses.items.length;
  const items = Math.min(ITEMS, Math.round(LARGE * all));
  switch (kind) {
    case 'robust':
      return watchOutcomes(bank, kind, 'robust', items);
    case 'random':
      return watchOutcomes(bank, kind, 'random', items);
    case 'random, large':
      return watchOutcomes(bank, kind, 'random', Math.round(LARGE * all));
    case 'series':
      return seriesOutcomes(bank);
  }
}

/** Checkpoints of a few recorded models, by tests of `watch`: each on calibrations without the model and its family. */
function watchOutcomes(
  bank: RecordedBank,
  kind: Kind,
  strategy: 'robust' | 'random',
  items: number,
): Outcome[] {
  const models = chosenModels(bank);
  // The one before, and one for each loss.
  const rows = models.flatMap(({ name, scores }) =>
    [null, ...LOSSES].map((loss, k) => ({
      name: `${name} ${k}`,
      alias: name,
      loss,
      row: losePoints(
        scores,
        (loss ?? 0) / 100,
        CHURN,
        randomStream(SEED, bank.name, kind, name, k),
      ),
    })),
  );
  const { tests } = prepareLive({
    bank,
    families: bank.families ?? null,
    models: rows.map(({ name }) => name),
    aliases: rows.map(({ alias }) => [alias]),
    items,
    strategy,
    lag: 1,
    seed: 1,
    leaveOut: [],
    isAskable: null,
  });
  const done = rows.map(({ row }, m) => testOf(tests[m], row, strategy));
  const each = 1 + LOSSES.length;
  const outcomes: Outcome[] = [];
  for (const [m, { loss }] of rows.entries()) {
    if (loss === null) continue;
    const before = done[each * Math.floor(m / each)];
    const weightsOf = (isShared: (j: number) => boolean) => {
      const shared = before.answers.map((_, j) => (isShared(j) ? 1 : 0));
      const count = shared.reduce((sum, one) => sum + one, 0);
      return shared.map((one) => one / count);
    };
    const found = testChange(before, done[m], weightsOf, 'expected', RULE);
    const { difference, low, high, basis, verified, regression } = found;
    const isShown = regression?.is === 'shown';
    outcomes.push({ kind, bank: bank.name, loss, difference, low, high, basis, verified, isShown });
  }
  return outcomes;
}

/** Answers a test from a row. */
function testOf(test: LiveTest, row: Float32Array, strategy: 'robust' | 'random'): ComparedTest {
  const answers = new Float64Array(row.length).fill(Number.NaN);
  while (!test.isOver)
    for (const j of test.next(1)) {
      answers[j] = row[j];
      test.record(j, row[j]);
    }
  const { expected, verified } = test.score()!;
  return { answers, score: expected, verified, isRandom: strategy === 'random' };
}

/** Recorded models that answered the whole bank, spread over their order there. */
function chosenModels(bank: RecordedBank): { name: string; scores: Float32Array }[] {
  const { examinees, items, scores } = bank.responses;
  const fit = examinees.flatMap((name, i) => {
    const own = scores.slice(i * items.length, (i + 1) * items.length);
    const share = own.reduce((sum, u) => sum + u, 0) / own.length;
    return share >= LOWEST && share <= HIGHEST ? [{ name, scores: own }] : [];
  });
  const wanted = Math.min(MODELS, fit.length);
  return Array.from({ length: wanted }, (_, k) => fit[Math.floor((k * fit.length) / wanted)]);
}

function seriesOutcomes(bank: RecordedBank): Outcome[] {
  const design = {
    checkpoints: CHECKPOINTS,
    items: SERIES_ITEMS,
    lengths: [SERIES_ITEMS],
    seed: SEED,
  };
  let widths: SeriesStudy | null = null;
  const outcomes: Outcome[] = [];
  for (const relatives of relativesOf(bank).slice(0, FAMILIES)) {
    const study: SeriesStudy = new SeriesStudy(bank, relatives, design, widths);
    widths ??= study;
    for (let replication = 1; replication <= SERIES; replication++)
      for (const loss of LOSSES) {
        const { low, high } = study.lastChange(loss / 100, CHURN, replication);
        const ends = { low: 100 * low, high: 100 * high };
        const none = { difference: null, basis: null, verified: true, isShown: false };
        outcomes.push({ kind: 'series', bank: bank.name, loss, ...ends, ...none });
      }
  }
  return outcomes;
}
