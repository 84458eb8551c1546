import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import {
  answerDoubts,
  doubtsAbout,
  type ExamineeDoubt,
  simulatedDoubts,
} from '../../scoring/doubts/examinee-doubts.ts';

/** NaN where there is no score. */
export interface ScoredItem {
  readonly item: string;
  readonly score: number;
}

/** What is known of tested models beside their answers. */
export interface TestedModels {
  /** Those that the stand-in answered for. */
  readonly standIns: readonly string[];
  /** Others that were asked, such as judges. */
  readonly others?: readonly string[];
  /** Names of recorded models that are known to be tested ones. */
  readonly again: readonly string[];
  /** Whether items were chosen by the answers before, so that right answers lead to harder items. */
  readonly isChosen: boolean;
}

/**
 * What is doubtful of tested models: also a group of models with a tested one that answer alike, which may be one model under several
 * names. Each is compared on its own items, since tests ask different ones.
 * @param answers by tested model
 */
export function testedDoubts(
  { responses: { examinees, items, scores } }: Pick<RecordedBank, 'responses'>,
  answers: ReadonlyMap<string, readonly ScoredItem[]>,
  { standIns, others = [], again, isChosen }: TestedModels,
): ExamineeDoubt[] {
  const columns = new Map(items.map((item, j) => [item, j]));
  const recorded = [...examinees.keys()].filter((i) => !again.includes(examinees[i]));
  const scoresOf = new Map(
    [...answers].map(([model, own]) => [model, new Map(own.map((one) => [one.item, one.score]))]),
  );
  const askedOf = (model: string) =>
    [...scoresOf.get(model)!.keys()].filter((item) => columns.has(item)).sort();
  const names = [...scoresOf.keys(), ...recorded.map((i) => examinees[i])];
  const found = new Map<string, ExamineeDoubt>();
  // Models with the same items are compared once.
  for (const models of Map.groupBy(scoresOf.keys(), (one) => askedOf(one).join('\n')).values()) {
    const asked = askedOf(models[0]);
    const rows = [
      ...[...scoresOf.values()].map((given) => asked.map((item) => given.get(item) ?? Number.NaN)),
      ...recorded.map((i) => asked.map((item) => scores[i * items.length + columns.get(item)!])),
    ];
    const matrix = { examinees: names, items: asked, scores: Float32Array.from(rows.flat()) };
    for (const doubt of doubtsAbout(answerDoubts({ matrix }), models))
      if (!isChosen || doubt.kind !== 'backwards')
        found.set(`${doubt.kind} ${JSON.stringify(doubt.examinees.toSorted())}`, doubt);
  }
  return [...simulatedDoubts([...names, ...others], standIns), ...found.values()];
}
