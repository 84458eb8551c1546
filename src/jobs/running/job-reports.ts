import { LANGUAGES, type Language } from '../../languages/language.ts';
import { reportWords } from '../../languages/report-words.ts';
import type { Operation, Reading } from '../../operations/operation.ts';
import type { Chart, DrawnChart, DrawnDocument, Told } from '../../report/document.ts';

/** What a result says, in each language. Without what to do next, which is to be typed at a terminal. */
export type JobReports = Readonly<Record<Language, DrawnDocument>>;

/** Of the reports of a job, in characters as JSON. */
const MOST_KEPT = 600_000;

/** Without charts where there is too much, and null where there is still too much. */
export async function jobReports(
  operation: Pick<Operation, 'name' | 'report'>,
  result: unknown,
  reading: Omit<Reading<Record<string, unknown>>, 't'>,
): Promise<JobReports | null> {
  const told = (draw: typeof drawn) =>
    Promise.all(
      LANGUAGES.map(async (language) => {
        const t = reportWords(language);
        const said = { title: operation.name, ...operation.report(result, { ...reading, t }) };
        return [language, await documentOf(said, draw)];
      }),
    );
  for (const draw of [drawn, async () => []]) {
    const reports = Object.fromEntries(await told(draw)) as JobReports;
    if (JSON.stringify(reports).length <= MOST_KEPT) return reports;
  }
  return null;
}

async function documentOf(
  { title = '', lead = '', facts = [], sections = [] }: Told,
  draw: (charts: readonly Chart[]) => Promise<DrawnChart[]>,
): Promise<DrawnDocument> {
  const shown = sections.map(async ({ heading = '', charts = [], ...section }) => ({
    ...section,
    heading,
    charts: await draw(charts),
  }));
  return { title, lead, facts, sections: await Promise.all(shown) };
}

function drawn(charts: readonly Chart[]): Promise<DrawnChart[]> {
  return Promise.all(
    charts.map(async ({ svg, ...chart }) => ({
      ...chart,
      svg: typeof svg === 'string' ? svg : await svg(),
    })),
  );
}
