import { type LiveResult, loadBuiltinBank, prepareLive, type RunAnswer } from 'thetarank';
import type { HttpRanks } from './ranks-over-http.ts';
import { ITEMS, LAG, SEED } from './setting.ts';

/** A model over HTTP, and with its recorded answers to the same items. */
export interface ComparedModel {
  readonly model: string;
  readonly live: LiveResult['models'][number];
  /** Score predicted from the recorded answers, and recorded score on the whole bank. */
  readonly recorded: number;
  readonly actual: number;
  /** Number of answers whose score differs from the recorded one. */
  readonly different: number;
}

/** The tests of a ranking, repeated with recorded answers. */
export interface RecordedTests {
  readonly rows: readonly ComparedModel[];
  readonly differing: readonly RunAnswer[];
  /** Items of the whole bank. */
  readonly width: number;
}

/** Asks the same items of the recorded answers, which the benchmark's own program read. */
export function recordedTests({ models, items, calm }: HttpRanks): RecordedTests {
  const bank = loadBuiltinBank('mmlu-pro');
  const { responses } = bank;
  const width = responses.items.length;
  const positionOf = new Map(responses.items.map((id, j) => [id, j]));
  const rowOf = new Map(responses.examinees.map((name, i) => [name, i]));
  const pool = new Set(items);
  const { tests } = prepareLive({
    bank,
    families: bank.families ?? null,
    models,
    items: ITEMS,
    strategy: 'robust',
    lag: LAG,
    seed: SEED,
    leaveOut: [],
    isAskable: (j) => pool.has(responses.items[j]),
  });
  const differing: RunAnswer[] = [];
  const rows = tests.map((test) => {
    const own = calm.answers
      .filter(({ examinee }) => examinee === test.model)
      .sort((x, y) => x.place - y.place);
    let different = 0;
    for (const answer of own) {
      const j = positionOf.get(answer.item)!;
      const score = responses.scores[rowOf.get(test.model)! * width + j];
      test.record(j, score);
      if (score !== answer.score) {
        different++;
        differing.push(answer);
      }
    }
    const live = calm.result.models.find(({ model }) => model === test.model)!;
    const recorded = test.score()!.score;
    return { model: test.model, live, recorded, actual: live.actual!, different };
  });
  return { rows, differing, width };
}
