import { forestList } from '../charts/forest-list.ts';
import { escapeHtml, htmlFacts, htmlPage } from '../html/html.ts';
import { ENGLISH, type Words } from '../languages/words.ts';
import type { Told } from './document.ts';
import { figureHtml } from './page-figure.ts';
import { tableHtml } from './page-table.ts';
import { typedCommands } from './typed-commands.ts';

/** From this many sections on they are listed at the top. */
const LISTED = 3;

/**
 * One page that needs no other: no script, and nothing from elsewhere. All texts are escaped; what stands between
 * backticks is shown as code.
 * @param t the words of the language that its texts are in
 * @throws RangeError where a table has a row of another length than its columns, or a chart is no plain SVG
 */
export async function documentPage(
  { title = '', lead = '', facts = [], sections = [], next }: Told,
  t: Words = ENGLISH,
): Promise<string> {
  const parts = await Promise.all(sections.map((section, k) => sectionHtml(section, k + 1)));
  const contents =
    sections.length < LISTED
      ? []
      : [
          `<nav aria-label="${t('Contents')}"><ul>${sections
            .map(
              ({ heading = '' }, k) =>
                `<li><a href="#section-${k + 1}">${escapeHtml(heading)}</a></li>`,
            )
            .join('')}</ul></nav>`,
        ];
  return htmlPage(
    title,
    [
      htmlFacts(facts, inline),
      ...parts,
      ...(next === undefined
        ? []
        : [
            `<p class="next"><strong>${t('Next:')}</strong> ${inline(typedCommands(next, process.env))}</p>`,
          ]),
    ],
    t,
    [`<p class="lead">${inline(lead)}</p>`, ...contents],
  );
}

async function sectionHtml(
  section: NonNullable<Told['sections']>[number],
  number: number,
): Promise<string> {
  const { heading = '', paragraphs = [], forest, charts = [], table } = section;
  const id = `section-${number}`;
  const figures = await Promise.all(
    charts.map(async ({ svg, ...chart }, k) =>
      figureHtml(
        { ...chart, svg: typeof svg === 'string' ? svg : await svg() },
        `${id}-chart-${k + 1}`,
      ),
    ),
  );
  return [
    `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(heading)}</h2>`,
    ...paragraphs.map((text) => `<p>${inline(text)}</p>`),
    ...(forest === undefined ? [] : [forestList(forest)]),
    ...(figures.length === 0 ? [] : [`<div class="charts">\n${figures.join('\n')}\n</div>`]),
    ...(table === undefined ? [] : [tableHtml(table, `${id}-table`)]),
    '</section>',
  ].join('\n');
}

function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
