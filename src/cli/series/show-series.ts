import { writeFileWhole } from '../../files/write/write.ts';
import { ENGLISH, type Words } from '../../languages/words.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import type { SeriesResult } from '../../workflow/series/series-result.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { printText } from '../output/typed-commands.ts';
import { seriesCsv, seriesPage } from './series-files.ts';
import type { SeriesOptions } from './series-options.ts';
import { seriesText } from './series-text.ts';

/** Writes and prints a series. @param next what to do then */
export async function showSeries(
  result: SeriesResult,
  { json, csv, report }: Pick<SeriesOptions, 'json' | 'csv' | 'report'>,
  next: (t: Words) => string,
): Promise<void> {
  const t = wordsOfReports();
  await printedAnyway(
    async () => {
      if (csv !== undefined) writeFileWhole(csv, seriesCsv(result));
      if (report !== undefined) writeFileWhole(report, await seriesPage(result, next(t), t));
      return [csv, report].filter((file) => file !== undefined);
    },
    (written) => {
      if (json === true) return console.log(JSON.stringify(result, null, 2));
      printText(seriesText(result));
      printText(
        [
          '',
          ...(written ?? []).map((file) => `Written to ${file}.`),
          `Next: ${next(ENGLISH)}`,
        ].join('\n'),
      );
    },
  );
}
