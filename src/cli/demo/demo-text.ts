import { correlation, decimal, percent } from '../numbers.ts';
import { textTable } from '../table.ts';
import type { DemoResult } from './demo-synthesize.ts';

/** What the demonstration came to, beside what asking everything gives. */
export function demoText(result: DemoResult): string {
  const { models, asked, items, tau, difficulty, seconds, folder } = result;
  const inside = models.filter(({ low, high, full }) => low <= full && full <= high).length;
  return [
    `\nSIMULATED models, ranked with ${asked} of ${items} items on a calibration from five others that debated:`,
    textTable(
      [
        { head: 'model' },
        { head: 'score', align: 'right' },
        { head: '90% interval', align: 'right' },
        { head: 'all items', align: 'right' },
        { head: 'right', align: 'right' },
        { head: 'expected', align: 'right' },
      ],
      models.map((own) => [
        own.model,
        decimal(own.score, 1),
        `${decimal(own.low, 1)}–${decimal(own.high, 1)}`,
        decimal(own.full, 1),
        percent(own.shareRight / 100),
        own.shareExpected === null ? '–' : percent(own.shareExpected / 100),
      ]),
    ),
    [
      `"all items": the share of all ${items} that the model has right. "right", "expected": of the ${asked} that it was asked.`,
      `Order: Kendall's τ ${correlation(tau)}. ${inside} of ${models.length} intervals hold. Fitted and true difficulties: Spearman's ${correlation(difficulty)}.`,
      `It took ${decimal(seconds, 0)} s. This shows how synthesis works, not that it helps with real models: docs/synthesis-evidence.md.`,
    ].join('\n'),
    folder === null
      ? 'Next: again with --out DIR, which keeps all files; or the same with models of your own: docs/synthesis.md.'
      : `Next: ${folder} has every file (mps.yaml: put endpoints of your own there, and repeat the commands above).`,
  ].join('\n\n');
}
