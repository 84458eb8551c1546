import { writeFileWhole } from '../../files/write/write.ts';
import { ENGLISH, type Words } from '../../languages/words.ts';
import type { Told } from '../../report/document.ts';
import { documentMarkdown } from '../../report/markdown.ts';
import { documentPage } from '../../report/page.ts';
import { documentText } from '../../report/text.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import { printedAnyway } from './printed-anyway.ts';
import { printNote, printText } from './typed-commands.ts';

/** Where a result goes, as the options of a command say. */
export interface Telling {
  /** Print JSON, in place of text. */
  readonly json?: boolean | undefined;
  /** The result as text, in place of JSON. Printed as it is, with the report on standard error, if there is no file for it. */
  readonly text?: string | undefined;
  /** A file for the text or the JSON. */
  readonly out?: string | undefined;
  /** A file for the page. */
  readonly report?: string | undefined;
  /** A file for the same in Markdown. */
  readonly markdown?: string | undefined;
  /** Options that show all rows of a table of which the first are printed. */
  readonly rest?: string | undefined;
  /** Files that are written already. */
  readonly written?: readonly string[];
  /** How to get the result again, said where its files cannot be written. */
  readonly again?: string | undefined;
  /** Writes further files. @returns their paths */
  readonly write?: ((t: Words) => Promise<readonly string[]>) | undefined;
}

/**
 * Prints a result and writes its files.
 * @param documentOf what it says; called only for readers that there are
 * @throws FILE_UNWRITABLE, once all is printed
 */
export async function tell(
  result: unknown,
  { json, text, out, report, markdown, rest, written = [], again, write: writeOthers }: Telling,
  documentOf: (reader: 'caller' | 'others', t: Words) => Told,
): Promise<void> {
  const write = async () => {
    if (out !== undefined) writeFileWhole(out, text ?? `${JSON.stringify(result, null, 2)}\n`);
    const t = wordsOfReports();
    if (report !== undefined)
      writeFileWhole(report, await documentPage(documentOf('others', t), t));
    if (markdown !== undefined)
      writeFileWhole(markdown, documentMarkdown(documentOf('others', ENGLISH)));
    const others = (await writeOthers?.(t)) ?? [];
    return [...[out, markdown, report].filter((path) => path !== undefined), ...written, ...others];
  };
  await printedAnyway(
    write,
    (paths) => {
      if (json === true) return console.log(JSON.stringify(result, null, 2));
      const told = documentOf('caller', ENGLISH);
      // A next step may read the files that could not be written.
      const { next: _, ...results } = told;
      const said = documentText(paths === null ? results : told, paths ?? [], rest);
      const isReport = text === undefined || out !== undefined;
      if (!isReport) process.stdout.write(text);
      if (said !== '') (isReport ? printText : printNote)(said);
    },
    again ?? null,
  );
}
