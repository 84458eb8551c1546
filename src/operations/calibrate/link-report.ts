import { FEWEST_TO_SCREEN } from '../../../calibration/link/drifted-anchors.ts';
import { decimal, orDash, percent, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { FileLink, LinkChain } from './link-files.ts';

/** Dropped items that are listed; --json prints all. */
const MOST_SHOWN = 10;
/** With fewer anchors, one wrong item moves a scale. */
const FEW_ANCHORS = 5;
/** Where more items than this share are dropped, drift is no exception. */
const MUCH_DRIFT = 0.2;

const WHY = { drift: 'parameters moved', direction: 'changed direction' } as const;

/** The constants of a chain, link by link where there are several, with the items that were dropped. */
export function linkSections(chain: LinkChain): NonNullable<Told['sections']> {
  const { links } = chain;
  const rows = [
    ...links.map((one) => ({ ...one, ...one.link })),
    ...(links.length > 1
      ? [{ ...chain, from: links[0].from, to: links.at(-1)!.to, anchors: null, dropped: null }]
      : []),
  ].map(({ from, to, slope, intercept, errors, anchors, dropped }) => [
    `${from} → ${to}`,
    withError(slope, errors?.slope ?? null),
    withError(intercept, errors?.intercept ?? null),
    anchors === null ? '' : `${anchors}`,
    dropped === null ? '' : `${dropped.length}`,
  ]);
  const columns = ['link', 'slope', 'intercept', 'common items used', 'dropped'];
  return [
    { table: plainTable(columns, rows, columns.slice(1)) },
    ...links.flatMap(droppedSection),
    {
      paragraphs: ['θ* = slope · θ + intercept; a* = a / slope; b* = slope · b + intercept.'],
    },
  ];
}

function withError(value: number, variance: number | null): string {
  const error = variance === null ? '' : ` ± ${decimal(Math.sqrt(variance), 4)}`;
  return `${decimal(value, 4)}${error}`;
}

function droppedSection({ common, link: { dropped } }: FileLink) {
  if (dropped.length === 0) return [];
  const columns = ['item', 'why', 'z of log a', 'z of b'];
  const rows = dropped.map(({ item, reason, zSlope, zDifficulty }) => [
    common[item],
    WHY[reason],
    orDash(zSlope, 1),
    orDash(zDifficulty, 1),
  ]);
  return [
    {
      heading: `Dropped: ${plural(dropped.length, 'item')} of ${common.length}`,
      table: { ...plainTable(columns, rows, columns.slice(2)), limit: MOST_SHOWN },
    },
  ];
}

/** What a reader of the constants should know, one sentence each. */
export function linkWarnings({ links }: LinkChain, keepsDrifted: boolean): string[] {
  return links.flatMap(({ from, to, common, link }) => {
    const where = plainText(`${from} → ${to}`);
    const { anchors, dropped, errors, converged } = link;
    const drifted = dropped.length / common.length;
    return [
      ...(anchors < FEW_ANCHORS
        ? [
            `${where}: only ${plural(anchors, 'common item')} ${anchors === 1 ? 'links' : 'link'} the scales; one wrong item would move the whole scale.`,
          ]
        : []),
      ...(!keepsDrifted && common.length < FEWEST_TO_SCREEN
        ? [`${where}: fewer than ${FEWEST_TO_SCREEN} common items; none was checked for drift.`]
        : []),
      ...(drifted > MUCH_DRIFT
        ? [
            `${where}: ${percent(drifted)} of the common items were dropped; the scales may differ in more than origin and unit.`,
          ]
        : []),
      ...(errors === null ? [`${where}: standard errors are not known.`] : []),
      ...(converged
        ? []
        : [`${where}: the search did not converge. Try another --grid, or --method mean-sigma.`]),
    ];
  });
}
