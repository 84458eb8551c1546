import { correlation, decimal, percent } from '../../numbers.ts';
import { textTable } from '../output/table.ts';
import { DEMO_FILES } from './demo-files.ts';
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
      : `Next: in ${folder} the commands above can be repeated from step 3 on, while the stand-in of step 2 runs in another terminal; or with endpoints of your own in ${DEMO_FILES.config} and ${DEMO_FILES.models}, without it.`,
  ].join('\n\n');
}

/** What holds after an interrupt. @param folder where the files are kept; null where they are not */
export function interruptedText(folder: string | null): string {
  return folder === null
    ? 'Interrupted. Nothing is kept; a demonstration does not go on, it begins anew.'
    : `Interrupted. A demonstration does not go on: begin it anew in another folder. ${folder} has what was done so far; there its last command can be repeated with --resume by hand, while the stand-in of step 2 runs in another terminal.`;
}
