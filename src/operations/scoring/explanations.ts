import type { Tokenisation } from '../../../item-bank/items/metric/tokenisations.ts';
import { decimal, plural } from '../../numbers.ts';
import { plainTable } from '../../report/plain-table.ts';
import { EXPLANATION_METRICS } from '../../scoring/explanations/score-explanations.ts';
import type { CorpusValue } from '../../scoring/metrics/score-corpus.ts';
import type { ModelExplanations } from '../../workflow/grading/collect-explanations.ts';

/** A table of the scores of explanations, in percent, and what it rests on. */
export function explanationSection(models: readonly ModelExplanations[], tokens: Tokenisation) {
  const rows = models.flatMap(({ model, scores }) =>
    scores === null
      ? []
      : [
          [
            ...[model, scores.explanations, scores.without],
            ...EXPLANATION_METRICS.map((name) => corpusText(scores.metrics[name])),
          ],
        ],
  );
  return {
    table: plainTable(
      ['model', 'explanations', 'without one', ...EXPLANATION_METRICS],
      rows,
      EXPLANATION_METRICS,
    ),
    paragraphs: [
      `In percent, with 90% intervals over items. Texts are cut into ${tokens === 'characters' ? 'Chinese characters and words of other scripts' : `tokens by the rule ${tokens}`}; BLEU is of all explanations together, ROUGE the mean F1. An output without an explanation counts as an empty text.`,
      ...models
        .filter((own) => own.unreferenced > 0)
        .map(
          ({ model, unreferenced: n }) =>
            `${model}: ${plural(n, 'answer')} to items without an explanation of their own ${n === 1 ? 'is' : 'are'} left out.`,
        ),
    ],
  };
}

/** `12.3 (11.9 – 12.8)`, in percent. */
export function corpusText({ value, low, high }: CorpusValue): string {
  const own = decimal(100 * value, 1);
  return low === null || high === null
    ? own
    : `${own} (${decimal(100 * low, 1)} – ${decimal(100 * high, 1)})`;
}
