import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parameterFlags } from '../../../calibration/diagnose/item-flags.ts';
import { LINKING_METHODS, type LinkingMethod } from '../../../calibration/link/link-scales.ts';
import { linkingGrid } from '../../../calibration/link/linking-grid.ts';
import { errorsOnScale, onScale } from '../../../calibration/link/on-scale.ts';
import { fail } from '../../errors.ts';
import { type ParameterFile, readParameters } from '../../files/items/read-parameters.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { parametersCsv } from '../output/parameter-table.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { type LinkChain, linkFiles } from './link-files.ts';
import { linkText, linkWarnings } from './link-text.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate link --from new.csv --to bank.csv --method stocking-lord --out new-on-bank.csv
  thetarank calibrate link --from 2024.csv --via 2025.csv --to 2026.csv --json

θ* = slope · θ + intercept brings the scale of --from to that of --to: a* = a / slope, b* = slope · b + intercept. Common
items have the same id in both files. A common item is dropped and listed if its parameters moved more than chance explains
(robust z of log a or of b) or its slope changed sign. Standard errors come from a jackknife over the common items. This writes a kept
calibration to a file: thetarank calibrate show NUMBER --bank NAME --out FILE`;

/** Abilities from low to high by steps. */
interface GridRange {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

interface LinkCommandOptions {
  readonly from: string;
  readonly to: string;
  readonly via?: readonly string[];
  readonly method: LinkingMethod;
  readonly grid: GridRange;
  readonly weights: 'uniform' | 'normal';
  readonly symmetric?: boolean;
  readonly keepDrifted?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** Curves of all common items are computed at every point, once per step of a search. */
const MOST_POINTS = 2001;

/** `thetarank calibrate link`: parameters of one scale on another, by common items. */
export function addLinkCommand(calibrate: Command): void {
  calibrate
    .command('link')
    .description(
      'Link two scales by their common items: the constants that bring the parameters of one calibration to the scale of another, with standard errors.',
    )
    .optionsGroup('Scales:')
    .requiredOption('--from <file>', 'parameters to move, CSV: item,a,b and optionally c,d')
    .requiredOption('--to <file>', 'parameters on the scale to move to, CSV')
    .option('--via <files...>', 'calibrations between the two, in order: a chain of links')
    .optionsGroup('Method:')
    .addOption(
      new Option('--method <name>', 'how the constants are found')
        .choices(LINKING_METHODS)
        .default('stocking-lord'),
    )
    .addOption(
      new Option(
        '--grid <low:high:step>',
        'abilities at which haebara and stocking-lord compare curves',
      )
        .argParser(gridRange)
        .default({ low: -4, high: 4, step: 0.05 }, '-4:4:0.05'),
    )
    .addOption(
      new Option('--weights <how>', 'weights of these abilities')
        .choices(['uniform', 'normal'])
        .default('uniform'),
    )
    .option('--symmetric', 'compare curves on both scales instead of that of --to alone')
    .option('--keep-drifted', 'also use common items whose parameters moved')
    .optionsGroup('Results:')
    .option('--out <file>', 'write the parameters of --from on the new scale, CSV')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(link);
}

async function link(options: LinkCommandOptions): Promise<void> {
  const { from, via = [], to, out, method, symmetric = false, keepDrifted = false } = options;
  const files = [from, ...via, to];
  keepFiles(files, out);
  if (out !== undefined) checkWritable([out]);
  const read = files.map(readParameters);
  const { low, high, step } = options.grid;
  const chain = linkFiles(files, read, {
    method,
    grid: linkingGrid(low, high, step, options.weights),
    isSymmetric: symmetric,
    keepsDrifted: keepDrifted,
  });
  const write = () => {
    if (out === undefined) return null;
    writeFileWhole(out, movedCsv(read[0], chain));
    return out;
  };
  await printedAnyway(write, (written) => {
    if (options.json === true)
      console.log(JSON.stringify(linkJson(chain, options, written), null, 2));
    else printText(`${linkText(chain)}${nextText(written, read[0])}`);
    for (const warning of linkWarnings(chain, keepDrifted)) printNote(`warning: ${warning}`);
  });
}

/** @throws OPTIONS_CONFLICT where a file would be replaced that is read, or is linked to itself */
function keepFiles(files: readonly string[], out: string | undefined): void {
  const names = ['--from', ...files.slice(2).map(() => '--via'), '--to'];
  files.forEach((file, k) => {
    if (out !== undefined && resolve(out) === resolve(file))
      fail('OPTIONS_CONFLICT', {
        options: `--out, ${names[k]}`,
        reason: `both are ${out}. Choose another place to write to.`,
      });
    if (k > 0 && resolve(files[k - 1]) === resolve(file))
      fail('OPTIONS_CONFLICT', {
        options: `${names[k - 1]}, ${names[k]}`,
        reason: `both are ${file}. Name two calibrations.`,
      });
  });
}

function movedCsv({ items, parameters, standardErrors, flags }: ParameterFile, chain: LinkChain) {
  const moved = onScale(parameters, chain);
  const errors =
    standardErrors === undefined ? null : errorsOnScale(parameters, standardErrors, chain);
  return parametersCsv(items, moved, errors, null, flags ?? parameterFlags(moved));
}

function linkJson(chain: LinkChain, options: LinkCommandOptions, out: string | null): object {
  const { method, grid, weights, symmetric = false, keepDrifted = false } = options;
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
    out,
  };
}

function nextText(out: string | null, { items }: ParameterFile): string {
  return out === null
    ? '\nNext: the same with --out FILE writes the parameters of --from on the new scale.'
    : `\n${items.length} items on the new scale: ${out}\nNext: thetarank calibrate keep ${out} --bank NAME`;
}

/** Reads `LOW:HIGH:STEP`. */
function gridRange(text: string): GridRange {
  const parts = text.split(':').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [low, high, step] = parts as [number, number, number];
  const isGrid = parts.length === 3 && parts.every(Number.isFinite) && low < high && step > 0;
  if (!isGrid || (high - low) / step > MOST_POINTS - 1)
    throw new InvalidArgumentError(
      `Accepted: LOW:HIGH:STEP with LOW below HIGH, STEP above 0 and at most ${MOST_POINTS} points, such as -4:4:0.05.`,
    );
  return { low, high, step };
}
