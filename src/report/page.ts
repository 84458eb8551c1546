import { forestList } from '../charts/forest-list.ts';
import { escapeHtml, htmlFacts, htmlPage } from '../html/html.ts';
import { ENGLISH, type Words } from '../languages/words.ts';
import type { FoldedSection, Told } from './document.ts';
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
  const parts = await Promise.all(
    sections.map((section, k) => sectionHtml(section, `section-${k + 1}`)),
  );
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

type ToldSection = NonNullable<Told['sections']>[number];

async function sectionHtml(section: ToldSection, id: string): Promise<string> {
  return [
    `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(section.heading ?? '')}</h2>`,
    await blocksHtml(section, id),
    '</section>',
  ].join('\n');
}

async function blocksHtml(section: ToldSection, id: string): Promise<string> {
  const { paragraphs = [], forest, charts = [], table, folded = [] } = section;
  const figures = await Promise.all(
    charts.map(async ({ svg, ...chart }, k) =>
      figureHtml(
        { ...chart, svg: typeof svg === 'string' ? svg : await svg() },
        `${id}-chart-${k + 1}`,
      ),
    ),
  );
  const closed = await Promise.all(
    folded.map((own, k) => foldedHtml(own, `${id}-${k + 1}`, `${id}-folded`)),
  );
  return [
    ...paragraphs.map((text) => `<p>${inline(text)}</p>`),
    ...(forest === undefined ? [] : [forestList(forest)]),
    ...(figures.length === 0 ? [] : [`<div class="charts">\n${figures.join('\n')}\n</div>`]),
    ...(table === undefined ? [] : [tableHtml(table, `${id}-table`)]),
    ...(closed.length === 0 ? [] : [`<div class="items">${closed.join('\n')}</div>`]),
  ].join('\n');
}

/** One of those of a name closes the one that was open. */
async function foldedHtml(section: FoldedSection, id: string, name: string): Promise<string> {
  const summary = `<strong>${escapeHtml(section.heading)}</strong> <span>${escapeHtml(section.note)}</span>`;
  return `<details name="${name}"><summary>${summary}</summary>\n${await blocksHtml(section, id)}</details>`;
}

function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
