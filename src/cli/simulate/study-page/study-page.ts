import { forestList } from '../../../charts/forest-list.ts';
import type { ForestPlot } from '../../../charts/forest-plot.ts';
import { escapeHtml, htmlFacts, htmlPage } from '../../../html/html.ts';
import { ENGLISH, type Words } from '../../../languages/words.ts';
import { typedCommands } from '../../output/typed-commands.ts';
import { figureHtml, type PageChart } from './figure.ts';
import { type PageTable, tableHtml } from './table.ts';

/** The report of a simulation study, in the order in which it is read: the answer first. */
export interface StudyPage {
  readonly title: string;
  /** The answer, in a sentence or two. */
  readonly lead: string;
  /** The setting of the study: names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly sections: readonly PageSection[];
  /** What to do next, with commands as they are typed where thetarank was called. */
  readonly next?: string;
}

export interface PageSection {
  readonly heading: string;
  readonly paragraphs?: readonly string[];
  readonly forest?: ForestPlot;
  readonly charts?: readonly PageChart[];
  readonly table?: PageTable;
}

/** From this many sections on they are listed at the top. */
const LISTED = 3;

/**
 * One page that needs no other: no script, and nothing from elsewhere. All texts are escaped; what stands between
 * backticks is shown as code.
 * @param t the words of the language that its texts are in
 * @throws RangeError where a table has a row of another length than its columns, or a chart is no plain SVG
 */
export function studyPage(
  { title, lead, facts, sections, next }: StudyPage,
  t: Words = ENGLISH,
): string {
  const contents =
    sections.length < LISTED
      ? []
      : [
          `<nav aria-label="${t('Contents')}"><ul>${sections
            .map(
              ({ heading }, k) => `<li><a href="#section-${k + 1}">${escapeHtml(heading)}</a></li>`,
            )
            .join('')}</ul></nav>`,
        ];
  return htmlPage(
    title,
    [
      htmlFacts(facts, inline),
      ...sections.map((section, k) => sectionHtml(section, k + 1)),
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

function sectionHtml(section: PageSection, number: number): string {
  const { heading, paragraphs = [], forest, charts = [], table } = section;
  const id = `section-${number}`;
  const figures = charts.map((chart, k) => figureHtml(chart, `${id}-chart-${k + 1}`));
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
