import type { Item } from '../../../item-bank/items/item.ts';
import { isComputed, type Metric } from '../../../item-bank/items/metric/metric.ts';
import { extractText } from '../../scoring/extract/extract-text.ts';
import { type AnsweredReference, METRICS } from '../../scoring/metrics/metrics.ts';
import { scoreCorpus } from '../../scoring/metrics/score-corpus.ts';
import type { Store } from '../../store/store.ts';
import type { EvaluationBank } from './evaluation-bank.ts';
import type { CorpusScoreOfKind } from './evaluation-result.ts';

/** Items whose answers are scored together by a metric such as BLEU. */
export interface CorpusItems {
  readonly metric: Metric;
  /** By item: the reference answers to each of its questions. */
  readonly references: ReadonlyMap<number, CorpusItem>;
}

interface CorpusItem {
  readonly isCase: boolean;
  readonly questions: readonly (readonly string[])[];
}

/** The items of metrics whose score of all answers is not the mean of their scores, by metric with its options. */
export async function corpusItems(store: Store, bank: EvaluationBank): Promise<CorpusItems[]> {
  const { kinds, ids, summary } = bank;
  const isCorpus = kinds.values.map(
    (kind) => Object.hasOwn(METRICS, kind) && METRICS[kind as keyof typeof METRICS].corpus,
  );
  const own = new Map<string, number>();
  for (const [j, id] of ids.entries()) if (isCorpus[kinds.codes[j]]) own.set(id, j);
  if (own.size === 0) return [];
  const groups = new Map<string, { metric: Metric; references: Map<number, CorpusItem> }>();
  for await (const item of store.items(summary.name, [...own.keys()])) {
    if (!('metric' in item) || item.metric === undefined) continue;
    const key = JSON.stringify(item.metric);
    const group = groups.get(key) ?? { metric: item.metric, references: new Map() };
    groups.set(key, group);
    group.references.set(own.get(item.id)!, {
      isCase: item.type === 'case',
      questions: referencesOf(item),
    });
  }
  return [...groups.values()];
}

function referencesOf(item: Item): string[][] {
  if (item.type === 'case') return item.key.map(({ answers }) => answers);
  return item.type === 'open' ? [item.key] : [];
}

/**
 * The scores of one examinee's answers by each metric together. An answer that could not be read counts as an empty text. Texts of
 * one metric are in memory at once.
 * @param examinee in the record of the run
 */
export async function corpusScores(
  store: Store,
  run: number,
  examinee: string,
  groups: readonly CorpusItems[],
  { places }: Pick<EvaluationBank, 'places'>,
  seed: number,
): Promise<CorpusScoreOfKind[]> {
  const scores: CorpusScoreOfKind[] = [];
  for (const { metric, references } of groups) {
    if (!isComputed(metric)) continue;
    const itemAt = new Map([...references.keys()].map((item) => [places[item], item]));
    const outputs = new Map<number, string>();
    for await (const { place, output } of store.outputs(
      run,
      new Map([[examinee, [...itemAt.keys()]]]),
    ))
      outputs.set(itemAt.get(place)!, output);
    const { reads } = METRICS[metric.name];
    const answers = [...references].flatMap(
      ([item, { isCase, questions }]): AnsweredReference[] => {
        const output = outputs.get(item);
        if (output === undefined) return [];
        const texts = isCase ? (JSON.parse(output) as string[]) : [output];
        return questions.map((own, k) => ({
          answer: extractText(texts[k] ?? '', reads).extracted ?? '',
          references: own,
        }));
      },
    );
    if (answers.length === 0) continue;
    const { corpus } = scoreCorpus(answers, metric, `${seed}`);
    scores.push({ kind: metric.name, answers: answers.length, ...corpus });
  }
  return scores;
}
