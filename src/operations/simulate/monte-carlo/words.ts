import { FACTORS, type Factor } from '../../../../sim/monte-carlo/design/cells.ts';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { count, plural } from '../../../numbers.ts';

/** The factors that vary between the cells of a study; all of them where none does. */
export function varied(cells: readonly CellResult[]): Factor[] {
  return FACTORS.filter((name) => new Set(cells.map((cell) => cell[name])).size > 1);
}

/** Levels of these factors may be alike: their names say which of them they are of. */
const PREFIXED: readonly Factor[] = ['truth', 'calibration', 'constraint', 'exposure', 'lag'];

/** What tells a cell from the others, on one line. */
export function cellName(cell: CellResult, factors: readonly Factor[]): string {
  if (factors.length === 0) return `${cell.estimator}, ${cell.selector}, ${cell.length} items`;
  return factors
    .map((name) => {
      if (name === 'length') return `${cell.length} items`;
      return PREFIXED.includes(name) ? `${name} ${cell[name]}` : cell[name];
    })
    .join(', ');
}

/** With fewer clusters than this a standard error says little, and may be 0 without any certainty. */
const FEW = 10;

/** A warning where standard errors are over few clusters. */
export function fewText({ clusters, clusterCount: own }: MonteCarloReport): string[] {
  return own >= FEW
    ? []
    : [
        `FEW ${clusters.toUpperCase()}: standard errors over fewer than ${FEW} (here ${own}) are themselves uncertain, and ± .0 does not mean certainty. Use more.`,
      ];
}

/** What of the bank each replication has of its own, after `words`; empty if that is nothing. */
export function drawnText({ drawnAnew }: MonteCarloReport, words: string): string {
  return drawnAnew.length === 0 ? '' : `${words} ${drawnAnew.join(', ')}`;
}

/** How examinees were ranked, in words. */
export function groupText({ group, examinees }: MonteCarloReport): string {
  return `groups of ${examinees % group === 0 ? '' : `${count(group - 1)} or `}${count(group)}`;
}

/** What standard errors are over, in words. */
export function clusterText({ clusters, clusterCount }: MonteCarloReport): string {
  return clusters === 'replications'
    ? plural(clusterCount, 'replication')
    : `${plural(clusterCount, 'group')}, for this one bank; measures of exposure have none`;
}

/** What banks are drawn from, and what of the file is not. */
export function collectionText({
  items,
  otherModels,
  unusable,
  filtered,
}: NonNullable<MonteCarloReport['collection']>): string {
  const left = [
    [otherModels, 'of other response models'],
    [unusable, 'with impossible parameters'],
    [filtered, 'by `where`'],
  ].flatMap(([n, why]) => (n === 0 ? [] : [`${count(n as number)} ${why}`]));
  return `Items are drawn from ${plural(items, 'item')} of the file, with replacement${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}.`;
}
