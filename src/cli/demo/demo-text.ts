import { correlation, decimal, percent } from '../../numbers.ts';
import { textTable } from '../output/table.ts';
import { DEMO_FILES } from './demo-files.ts';
import type { DemoResult } from './demo-synthesize.ts';

/** The result of the demonstration, compared with asking every item. */
export function demoText(result: DemoResult): string {
  const { models, asked, items, tau, difficulty, seconds, folder } = result;
  const inside = models.filter(({ low, high, full }) => low <= full && full <= high).length;
  return [
    `\nSIMULATED models, ranked with ${asked} of ${items} items on a calibration from five others that debated:`,
    textTable(
      [
        { head: 'model' },
        { head: 'recorded score', align: 'right' },
        { head: '90% interval', align: 'right' },
        { head: 'all items', align: 'right' },
        { head: 'right', align: 'right' },
        { head: 'right, expected', align: 'right' },
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
      `"recorded score" predicts the share right of these ${items} items, and the interval is for that share. The intervals of step 4 are for the expected score: the mean share right of items like these, answered again.`,
      `"all items" is the share right of all ${items} items. "right" and "right, expected" are shares of the ${asked} items asked.`,
      `Order: Kendall's τ ${correlation(tau)}. ${inside} of ${models.length} intervals hold. Fitted and true difficulties: Spearman's ${correlation(difficulty)}.`,
      `It took ${decimal(seconds, 0)} s. This demonstration shows how synthesis works, not that it helps with real models: see docs/evidence/synthesis.md.`,
    ].join('\n'),
    folder === null
      ? 'Next: run it again with --out DIR to keep all files, or use your own models: docs/synthesis.md.'
      : `Next: in ${folder}, repeat the commands above from step 3 on while the stand-in of step 2 runs in another terminal. Or put your own endpoints into ${DEMO_FILES.config} and ${DEMO_FILES.models}; then no stand-in is needed.`,
  ].join('\n\n');
}

/** What holds after an interrupt. @param folder where the files are kept; null if they are not */
export function interruptedText(folder: string | null): string {
  return folder === null
    ? 'Interrupted. Nothing is kept, and a demonstration cannot be resumed: start it again.'
    : `Interrupted. A demonstration cannot be resumed: start it again in another folder. The files so far are in ${folder}; there you can repeat its last command by hand with --resume while the stand-in of step 2 runs in another terminal.`;
}
