import { DEFAULT_BOUNDS } from 'thetarank';
import type { Replicated } from '../../study.ts';
import { count, decimal, markdownTable, percent } from '../../text.ts';
import type { PrintedAbilities, Use } from './bounds.ts';
import type { World } from './worlds.ts';

/** docs/evidence/bounds.md */
export function boundsPage(
  kept: readonly Replicated<{ readonly world: World; readonly use: Use }, PrintedAbilities>[],
): string {
  const rows = kept.flatMap(({ cell, results }) => {
    const before = results.flatMap(({ unbounded }) => unbounded);
    const now = results.flatMap(({ printed }) => printed);
    return before.length === 0 ? [] : [{ ...cell, before, now }];
  });
  const before = rows.flatMap((row) => row.before);
  const now = rows.flatMap((row) => row.now.map(({ ability }) => ability));
  const [, bound] = DEFAULT_BOUNDS;
  return `# Evidence for the bounds of abilities

${percent(share(now, isBeyond))} of the abilities that are printed lie beyond ±${bound}, where unbounded maximum likelihood has ${percent(share(before, isBeyond))} there (${count(now.length)} abilities of simulated banks).

Some answers do not tell an ability: those of a model that has all right, or of models that answer alike. Each bank has 12 models
(or two) and 60 items; tests have 20. *Before* is the maximum of the likelihood by Fisher scoring without bounds, under the same
item parameters; for \`rank\` it is brought to the common scale by means and standard deviations however small these are. *Now* is what the
public API gives for the same answers. *Beyond* is the share of abilities that are not finite or beyond ±${bound}; *largest* is the largest finite size;
*marked* is the share of abilities at a bound, which are marked or printed without a standard error. Sessions are asked by maximum information with maximum likelihood, at the bound while answers are all right
or all wrong; a missing answer counts as wrong. \`place\` and \`calibrate fit\` estimate under a normal distribution of abilities, so that they reach no bound. \`evaluate\` prints scores
and no abilities, and \`rank\` and \`place\` refuse two models.

${markdownTable(
  [
    'bank',
    'use',
    'abilities:',
    'before: beyond:',
    'largest:',
    'now: beyond:',
    'largest:',
    'marked:',
  ],
  rows.map(({ world, use, before: was, now: is }) => {
    const abilities = is.map(({ ability }) => ability);
    return [
      ...[world, `\`${use}\``, count(is.length), percent(share(was, isBeyond)), largest(was)],
      ...[percent(share(abilities, isBeyond)), largest(abilities)],
      percent(share(is, ({ marked }) => marked)),
    ];
  }),
)}
`;
}

function isBeyond(ability: number | null): boolean {
  if (ability === null) return true;
  // An estimate on its bound is not beyond it.
  return !(Math.abs(ability) <= DEFAULT_BOUNDS[1] + 1e-9);
}

function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length / all.length;
}

function largest(abilities: readonly (number | null)[]): string {
  const most = Math.max(...abilities.flatMap((one) => (one === null ? [] : [Math.abs(one)])));
  if (!Number.isFinite(most)) return 'none finite';
  return most < 1000 ? decimal(most, 2) : `10^${Math.floor(Math.log10(most))}`;
}
