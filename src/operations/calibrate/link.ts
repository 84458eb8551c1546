import { resolve } from 'node:path';
import { z } from 'zod';
import { parameterFlags } from '../../../calibration/diagnose/item-flags.ts';
import { LINKING_METHODS } from '../../../calibration/link/link-scales.ts';
import { linkingGrid } from '../../../calibration/link/linking-grid.ts';
import { errorsOnScale, onScale } from '../../../calibration/link/on-scale.ts';
import { fail } from '../../errors.ts';
import { type ParameterFile, readParameters } from '../../files/items/read-parameters.ts';
import { writeFileWhole } from '../../files/write/write.ts';
import { shellWord } from '../../shell-word.ts';
import { type Context, operation } from '../operation.ts';
import { type LinkChain, linkFiles } from './link-files.ts';
import { linkSections, linkWarnings } from './link-report.ts';
import { parametersCsv } from './parameters-csv.ts';

/** Curves of all common items are computed at every point, once per step of a search. */
const MOST_POINTS = 2001;
const SCALES = { group: 'Scales', value: 'file', file: 'in' } as const;
const METHOD = { group: 'Method' };

const options = z.object({
  from: z.string().describe('parameters to move, CSV: item,a,b and optionally c,d').meta(SCALES),
  to: z.string().describe('parameters on the scale to move to, CSV').meta(SCALES),
  via: z
    .array(z.string())
    .default([])
    .describe('calibrations between the two, in order: a chain of links')
    .meta({ ...SCALES, isVariadic: true }),
  method: z
    .enum(LINKING_METHODS)
    .default('stocking-lord')
    .describe('how the constants are found')
    .meta({ ...METHOD, value: 'name' }),
  grid: z
    .string()
    .default('-4:4:0.05')
    .transform(gridOf)
    .refine(
      ({ low, high, step }) => low < high && step > 0 && (high - low) / step <= MOST_POINTS - 1,
      {
        error: `LOW:HIGH:STEP with LOW below HIGH, STEP above 0 and at most ${MOST_POINTS} points, such as -4:4:0.05`,
      },
    )
    .describe('abilities at which haebara and stocking-lord compare curves')
    .meta({ ...METHOD, value: 'low:high:step' }),
  weights: z
    .enum(['uniform', 'normal'])
    .default('uniform')
    .describe('weights of these abilities')
    .meta({ ...METHOD, value: 'how' }),
  symmetric: z
    .boolean()
    .default(false)
    .describe('compare curves on both scales instead of that of --to alone')
    .meta(METHOD),
  keepDrifted: z
    .boolean()
    .default(false)
    .describe('also use common items whose parameters moved')
    .meta(METHOD),
  out: z
    .string()
    .optional()
    .describe('write the parameters of --from on the new scale, CSV')
    .meta({ group: 'Results', value: 'file', file: 'out' }),
});
type LinkOptions = z.output<typeof options>;

/** Parameters of one scale on another, by common items. */
export const calibrateLink = operation({
  name: 'calibrate link',
  summary:
    'Link two scales by their common items: the constants that bring the parameters of one calibration to the scale of another, with standard errors.',
  help: `
Examples:
  thetarank calibrate link --from new.csv --to bank.csv --method stocking-lord --out new-on-bank.csv
  thetarank calibrate link --from 2024.csv --via 2025.csv --to 2026.csv --json

θ* = slope · θ + intercept brings the scale of --from to that of --to: a* = a / slope, b* = slope · b + intercept. Common
items have the same id in both files. A common item is dropped and listed if its parameters moved more than chance explains
(robust z of log a or of b) or its slope changed sign. Standard errors come from a jackknife over the common items. This writes a kept
calibration to a file: thetarank calibrate show NUMBER --bank NAME --out FILE`,
  options,
  outputs: ['json'],
  run: link,
  json: ({ chain }, given) => linkJson(chain, given),
  report: ({ chain }, { options: { out } }) => ({
    sections: linkSections(chain),
    next:
      out === undefined
        ? 'the same with --out FILE writes the parameters of --from on the new scale.'
        : `thetarank calibrate keep ${shellWord(out)} --bank NAME`,
  }),
  async write({ chain, moved }, { options: { out } }) {
    if (out !== undefined) writeFileWhole(out, movedCsv(moved, chain));
    return [];
  },
});

async function link(given: LinkOptions, { note }: Context) {
  const { from, via, to, method, grid, weights, symmetric, keepDrifted } = given;
  const files = [from, ...via, to];
  if (files.slice(0, -1).some((file) => resolve(file) === resolve(to)))
    fail('OPTION_INVALID', { option: 'to', found: to, accepted: 'different files' });
  const read = files.map(readParameters);
  const chain = linkFiles(files, read, {
    method,
    grid: linkingGrid(grid.low, grid.high, grid.step, weights),
    isSymmetric: symmetric,
    keepsDrifted: keepDrifted,
  });
  for (const warning of linkWarnings(chain, keepDrifted)) note(`warning: ${warning}`);
  return { chain, moved: read[0] };
}

function movedCsv({ items, parameters, standardErrors, flags }: ParameterFile, chain: LinkChain) {
  const moved = onScale(parameters, chain);
  const errors =
    standardErrors === undefined ? null : errorsOnScale(parameters, standardErrors, chain);
  return parametersCsv(items, moved, errors, null, flags ?? parameterFlags(moved));
}

function linkJson(chain: LinkChain, options: LinkOptions): object {
  const { method, grid, weights, symmetric, keepDrifted } = options;
  const ofLink = ({
    slope,
    intercept,
    errors,
  }: Pick<LinkChain, 'slope' | 'intercept' | 'errors'>) => ({
    slope,
    intercept,
    seSlope: errors === null ? null : Math.sqrt(errors.slope),
    seIntercept: errors === null ? null : Math.sqrt(errors.intercept),
  });
  const links = chain.links.map(({ from, to, common, link: one }) => ({
    from,
    to,
    ...ofLink(one),
    common: common.length,
    anchors: one.anchors,
    converged: one.converged,
    dropped: one.dropped.map((each) => ({ ...each, item: common[each.item] })),
  }));
  return {
    ...ofLink(chain),
    dropped: links.flatMap(({ dropped }) => dropped),
    method,
    ...(method === 'haebara' || method === 'stocking-lord' ? { grid, weights, symmetric } : {}),
    keepDrifted,
    links,
  };
}

/** Abilities from low to high by steps; NaN of what is none. */
function gridOf(text: string) {
  const parts = text.split(':').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isGrid = parts.length === 3 && parts.every(Number.isFinite);
  const [low, high, step] = isGrid ? parts : [Number.NaN, Number.NaN, Number.NaN];
  return { low, high, step };
}
