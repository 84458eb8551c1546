import { writeFileWhole } from '../../files/write/write.ts';
import { CANNOT_TELL, REGRESSION } from '../../operations/exit-codes.ts';
import { type SaidMost, saidMostLines } from '../../report/said-text.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import type { ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { printText } from '../output/typed-commands.ts';
import { compareJunit } from './compare-junit.ts';
import { compareMarkdown } from './compare-markdown.ts';
import { comparePage } from './compare-page.ts';
import { compareText } from './compare-text.ts';
import { type CompareCall, nextStep, withoutAddresses } from './next-step.ts';

/**
 * Writes and prints a comparison, and sets the exit code that it comes to.
 * @param said what models said most often, of those whose answers are unusual
 */
export async function reportComparison(
  result: ComparisonResult,
  call: CompareCall,
  said: readonly SaidMost[] = [],
): Promise<void> {
  const { junit, markdown, report, json } = call.options;
  const t = wordsOfReports();
  if (result.outcome === 'regression' || result.outcome === 'different')
    process.exitCode = REGRESSION;
  if (result.outcome === 'unknown') process.exitCode = CANNOT_TELL;
  await printedAnyway(
    async () => {
      if (junit !== undefined) writeFileWhole(junit, compareJunit(result));
      if (markdown !== undefined) writeFileWhole(markdown, compareMarkdown(result));
      if (report !== undefined)
        writeFileWhole(
          report,
          await comparePage(result, nextStep(result, withoutAddresses(call), t), t),
        );
      return [junit, markdown, report].filter((file) => file !== undefined);
    },
    (written) => {
      if (json === true) return console.log(JSON.stringify(result, null, 2));
      printText([compareText(result), ...saidMostLines(said)].join('\n'));
      if (written !== null && written.length > 0) printText(`\nWritten: ${written.join(', ')}.`);
      printText(`\nNext: ${nextStep(result, call)}`);
    },
  );
}
