import type { Command } from 'commander';
import { FEWEST_NEW } from '../../../calibration/refresh/refresh-calibration.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import { calibrationFingerprint } from '../../store/calibrations/calibration-fingerprint.ts';
import { flagsOf } from '../../store/calibrations/calibration-flags.ts';
import { errorMethodOf } from '../../store/calibrations/error-method.ts';
import type { CalibrationSummary, Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { calibrationOf } from '../../tested-bank/calibration-of.ts';
import { type ListedCalibration, lineage } from '../../workflow/calibration/refresh/lineage.ts';
import { newModels } from '../../workflow/calibration/refresh/new-models.ts';
import { REFRESH, type RefreshReport } from '../../workflow/calibration/refresh/refresh-report.ts';
import { RUNG_NOTE } from '../../workflow/calibration/rung-note.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { flagLines } from '../output/flag-report.ts';
import { parametersCsv } from '../output/parameter-table.ts';
import { printText } from '../output/typed-commands.ts';
import { refreshText } from './refresh/refresh-text.ts';

const LIST_EXAMPLE = `
Example:
  thetarank calibrate list --bank my-bank`;
const SHOW_EXAMPLE = `
Example:
  thetarank calibrate show 3 --out parameters.csv`;

/** `thetarank calibrate list` and `show`: the calibrations that a database keeps. */
export function addCalibrationsCommands(calibrate: Command): void {
  addDatabaseOption(
    calibrate.command('list').description('List the kept calibrations of a bank, newest first.'),
  )
    .requiredOption('--bank <name>', 'a bank of the database (thetarank bank list)')
    .option('--json', 'print JSON')
    .addHelpText('after', LIST_EXAMPLE)
    .action(listCalibrations);
  addDatabaseOption(
    calibrate.command('show').description('Show a calibration: its source and its parameters.'),
  )
    .argument('<calibration>', 'its number', wholeNumber(1))
    .option(
      '--out <file>',
      'write the parameters there, CSV: item,a,b,c,d,se_a,se_b,se_c,se_method,flag',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', SHOW_EXAMPLE)
    .action(showCalibration);
}

interface CalibrationsOptions extends DatabaseOptions {
  readonly bank: string;
  readonly out?: string;
  readonly json?: boolean;
}

async function listCalibrations({ bank, json, ...options }: CalibrationsOptions): Promise<void> {
  await readStore(options, async (store) => {
    await bankOf(store, bank);
    const { calibrations: all, inForce } = await lineage(store, bank);
    if (json === true) return console.log(JSON.stringify(all, null, 2));
    if (all.length === 0)
      return printText(
        `No calibrations of ${bank} in ${store.location}.\n\nNext: ${emptyNext(bank, await store.answeredBy(bank), databaseArgument(store.location))}`,
      );
    const fresh = inForce === null ? 0 : (await newModels(store, bank)).models.length;
    const columns = ['items', 'examinees', 'design effect'];
    const hasDecisions = all.some(({ state }) => state !== 'kept');
    printText(
      textTable(
        [
          { head: 'calibration', align: 'right' },
          { head: 'made' },
          { head: 'method' },
          { head: 'of' },
          { head: 'run', align: 'right' },
          { head: 'by' },
          { head: 'rung' },
          ...columns.map((head) => ({ head, align: 'right' as const })),
          ...(hasDecisions
            ? [
                { head: 'refreshes', align: 'right' as const },
                { head: 'state' },
                { head: 'accepted' },
              ]
            : []),
          { head: '' },
        ],
        all.map((one) => [
          String(one.id),
          one.createdAt.slice(0, 16).replace('T', ' '),
          one.method,
          poolNames(one).join(', ') || '–',
          ...['run', 'by', 'rung'].map((option) => shownOption(one, option)),
          count(one.items),
          count(one.examinees.length),
          typeof one.options.designEffect === 'number' ? decimal(one.options.designEffect, 2) : '–',
          ...(hasDecisions ? lineageCells(one) : []),
          [
            ...(one.options.isPartial === true ? ['partial'] : []),
            ...(one.options.converged === false ? ['NOT converged'] : []),
          ].join(', '),
        ]),
      ),
    );
    printText(
      [
        '',
        ...stateNotes(all, inForce),
        `Database: ${store.location}`,
        `Next: ${listNext(bank, all, inForce, fresh, databaseArgument(store.location))}`,
      ].join('\n'),
    );
  });
}

/** What words of the table mean, where they are in it. */
function stateNotes(all: readonly ListedCalibration[], inForce: number | null): string[] {
  const outdated = all.filter(({ state }) => state === 'outdated');
  const has = (name: string) => all.some(({ options }) => options[name] !== undefined);
  return [
    ...(outdated.length === 0
      ? []
      : [
          `outdated (${outdated.map(({ id, parent }) => `${id} of ${parent}`).join(', ')}): a refresh of a calibration that is not in force${inForce === null ? ', because none is' : `; ${inForce} is`}. It can be accepted once the calibration that it refreshes is in force, or at once with --force.`,
        ]),
    ...(has('rung') ? [`rung: ${RUNG_NOTE}`] : []),
  ];
}

/** What a calibration refreshes, its state, and who accepted it when. */
function lineageCells({ parent, state, accepted }: ListedCalibration): string[] {
  return [
    parent === null ? '–' : String(parent),
    state,
    accepted === null ? '–' : `${accepted.at.slice(0, 10)} by ${accepted.by}`,
  ];
}

/** How a bank gets its first calibration: from recorded answers, else from participants made of several models. */
function emptyNext(
  bank: string,
  { recorded }: { readonly recorded: readonly string[] },
  database: string,
): string {
  return recorded.length > 0 || isBuiltinBank(bank)
    ? `thetarank calibrate fit --bank ${bank} --keep${database}`
    : `thetarank calibrate synthesize --bank ${bank} --config mps.yaml${database}; or record answers of models: thetarank bank record FILE --to ${bank}${database}`;
}

/** @param fresh models with answers that the calibration in force was not made from */
function listNext(
  bank: string,
  all: readonly ListedCalibration[],
  inForce: number | null,
  fresh: number,
  database: string,
): string {
  const proposal = all.find(({ state }) => state === 'proposal');
  if (proposal !== undefined)
    return `thetarank calibrate show ${proposal.id}${database}, then thetarank calibrate accept ${proposal.id}${database}`;
  if (inForce === null) {
    const { id } = all.find(({ method }) => method !== REFRESH) ?? all[0];
    return `thetarank calibrate show ${id}${database} --out parameters.csv; to put it in force: thetarank calibrate accept ${id}${database}`;
  }
  const test = `thetarank rank --bank ${bank} --calibration current --model NAME@ADDRESS${database}`;
  if (fresh < FEWEST_NEW)
    return `${test}. A refresh needs ${FEWEST_NEW} new models; there ${fresh === 1 ? 'is' : 'are'} ${fresh}.`;
  return `thetarank calibrate refresh --bank ${bank}${database}`;
}

async function showCalibration(id: number, options: CalibrationsOptions): Promise<void> {
  const { out, json } = options;
  if (out !== undefined) checkWritable([out]);
  await readStore(options, async (store) => {
    const calibration = await calibrationOf(store, id);
    const { parameters, standardErrors, items, ...facts } = calibration;
    const flags = flagsOf(calibration);
    const fingerprint = calibrationFingerprint({ items, parameters, standardErrors });
    const method = errorMethodOf(facts);
    if (out !== undefined)
      writeFileWhole(out, parametersCsv(items, parameters, standardErrors, method, flags));
    if (json === true) {
      const rows = items.map((item, j) => ({
        item,
        a: parameters.a[j],
        b: parameters.b[j],
        c: parameters.c[j],
        d: parameters.d[j],
        seA: known(standardErrors?.a[j]),
        seB: known(standardErrors?.b[j]),
        seC: known(standardErrors?.c[j]),
        flags: flags[j],
      }));
      return console.log(JSON.stringify({ ...facts, fingerprint, items: rows }, null, 2));
    }
    const pool = poolNames(facts);
    const report = (await store.calibrationReport(id)) as RefreshReport | null;
    const { run, by, rung, designEffect, converged } = facts.options;
    printText(
      [
        `Calibration ${id} of ${facts.bank} (version ${facts.bankVersion}), made ${facts.createdAt} by ${facts.method}: ${plural(items.length, 'item')}.`,
        ...(pool.length === 0
          ? []
          : [`Pool: ${pool.join(', ')}. None of them can be ranked with it.`]),
        ...(run === undefined
          ? []
          : [
              `From run ${run}, by ${by}, rung ${rung}; ${plural(facts.examinees.length, 'participant')}, design effect ${decimal(Number(designEffect), 2)}${converged === false ? '; NOT converged' : ''}.`,
            ]),
        ...flagLines(items, flags, ''),
        ...(report === null ? [] : ['', refreshText(report), '']),
        `Fingerprint ${fingerprint}.`,
        out === undefined
          ? `Next: ${await showNext(store, facts)}`
          : `Parameters written to ${out}. Next: thetarank score --parameters ${out} --responses FILE`,
      ].join('\n'),
    );
  });
}

/** A proposal waits for a decision; the parameters of others can be written. */
async function showNext(
  store: Store,
  { id, bank }: Pick<CalibrationSummary, 'id' | 'bank'>,
): Promise<string> {
  const database = databaseArgument(store.location);
  const { calibrations } = await lineage(store, bank);
  const isOpen = calibrations.some((one) => one.id === id && one.state === 'proposal');
  const write = `thetarank calibrate show ${id}${database} --out parameters.csv`;
  return isOpen
    ? `thetarank calibrate accept ${id}${database}; to write its parameters: ${write}`
    : write;
}

/** The source or the settings of a calibration, if it names them. */
function shownOption({ options }: Pick<CalibrationSummary, 'options'>, name: string): string {
  const value = options[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '–';
}

/** The names of the models whose answers a calibration is made of, where it says so. */
function poolNames({ options }: Pick<CalibrationSummary, 'options'>): string[] {
  return ((options.pool ?? []) as { name: string }[]).map(({ name }) => name);
}

function known(error: number | undefined): number | null {
  return error === undefined || Number.isNaN(error) ? null : error;
}
