import { writeFileWhole } from '../../files/write/write.ts';
import { ENGLISH, type Words } from '../../languages/words.ts';
import type { Document } from '../../report/document.ts';
import { documentPage } from '../../report/page.ts';
import { documentText } from '../../report/text.ts';
import { printedAnyway } from './printed-anyway.ts';
import { printText } from './typed-commands.ts';
import { wordsOfReports } from './words-of-reports.ts';

/** Where a result goes, as the options of a command say. */
export interface Telling {
  /** Print JSON, in place of text. */
  readonly json?: boolean | undefined;
  /** A file for the JSON. */
  readonly out?: string | undefined;
  /** A file for the page. */
  readonly report?: string | undefined;
  /** Files that are written already. */
  readonly written?: readonly string[];
}

/**
 * Prints a result and writes its files.
 * @param documentOf what it says; called only for readers that there are
 * @throws FILE_UNWRITABLE, once all is printed
 */
export async function tell(
  result: unknown,
  { json, out, report, written = [] }: Telling,
  documentOf: (reader: 'caller' | 'others', t: Words) => Document,
): Promise<void> {
  const text = JSON.stringify(result, null, 2);
  const write = async () => {
    if (out !== undefined) writeFileWhole(out, `${text}\n`);
    const t = wordsOfReports();
    if (report !== undefined)
      writeFileWhole(report, await documentPage(documentOf('others', t), t));
    return [out, report, ...written].filter((file) => file !== undefined);
  };
  await printedAnyway(write, (files) => {
    if (json === true) console.log(text);
    else printText(documentText(documentOf('caller', ENGLISH), files ?? written));
  });
}
