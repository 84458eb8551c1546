import { z } from 'zod';
import { FEWEST_NEW } from '../../../calibration/refresh/refresh-calibration.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { writeFileWhole } from '../../files/write/write.ts';
import { count, decimal, plural } from '../../numbers.ts';
import type { Table, Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { shellWord } from '../../shell-word.ts';
import { calibrationFingerprint } from '../../store/calibrations/calibration-fingerprint.ts';
import { flagsOf } from '../../store/calibrations/calibration-flags.ts';
import { errorMethodOf } from '../../store/calibrations/error-method.ts';
import type { CalibrationSummary } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { calibrationOf } from '../../tested-bank/calibration-of.ts';
import { type ListedCalibration, lineage } from '../../workflow/calibration/refresh/lineage.ts';
import { newModels } from '../../workflow/calibration/refresh/new-models.ts';
import { REFRESH, type RefreshReport } from '../../workflow/calibration/refresh/refresh-report.ts';
import { RUNG_NOTE } from '../../workflow/calibration/rung-note.ts';
import { shortText, wholeNumber } from '../fields.ts';
import { flagLines } from '../flag-lines.ts';
import { type Context, operation, type Reading } from '../operation.ts';
import { parametersCsv } from './parameters-csv.ts';
import { refreshDocument } from './refresh/report.ts';

/** The kept calibrations of a bank. */
export const calibrateList = operation({
  name: 'calibrate list',
  summary: 'List the kept calibrations of a bank, newest first.',
  help: `
Example:
  thetarank calibrate list --bank my-bank`,
  options: z.object({
    bank: shortText
      .describe('a bank of the database (thetarank bank list)')
      .meta({ value: 'name' }),
  }),
  database: 'existing',
  outputs: ['json'],
  run: ({ bank }, { store }) =>
    store(async (open) => {
      await bankOf(open, bank);
      const { calibrations, inForce } = await lineage(open, bank);
      const isEmpty = calibrations.length === 0;
      const recorded = isEmpty ? (await open.answeredBy(bank)).recorded : [];
      /** Models with answers that the calibration in force was not made from. */
      const fresh = inForce === null ? 0 : (await newModels(open, bank)).models.length;
      return { bank, calibrations, inForce, fresh, recorded, location: open.location };
    }),
  json: ({ calibrations }) => calibrations,
  report({ bank, calibrations, inForce, fresh, recorded, location }, { where }): Told {
    if (calibrations.length === 0)
      return {
        lead: `No calibrations of ${bank} in ${location}.`,
        next: emptyNext(bank, recorded, where),
      };
    return {
      sections: [
        { table: tableOf(calibrations), paragraphs: stateNotes(calibrations, inForce) },
        { paragraphs: [`Database: ${location}`] },
      ],
      next: listNext(bank, calibrations, inForce, fresh, where),
    };
  },
});

function tableOf(all: readonly ListedCalibration[]): Table {
  const hasDecisions = all.some(({ state }) => state !== 'kept');
  const numbers = ['items', 'examinees', 'design effect'];
  const decisions = hasDecisions ? ['refreshes', 'state', 'accepted'] : [];
  return plainTable(
    ['calibration', 'made', 'method', 'of', 'run', 'by', 'rung', ...numbers, ...decisions, ''],
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
    ['calibration', 'run', ...numbers, 'refreshes'],
  );
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
function emptyNext(bank: string, recorded: readonly string[], database: string): string {
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

const showOptions = z.object({
  calibration: wholeNumber(1).describe('its number').meta({ isArgument: true }),
  out: z
    .string()
    .optional()
    .describe('write the parameters there, CSV: item,a,b,c,d,se_a,se_b,se_c,se_method,flag')
    .meta({ value: 'file', file: 'out' }),
});
type ShowOptions = z.output<typeof showOptions>;

/** One of them. */
export const calibrateShow = operation({
  name: 'calibrate show',
  summary: 'Show a calibration: its source and its parameters.',
  help: `
Example:
  thetarank calibrate show 3 --out parameters.csv`,
  options: showOptions,
  database: 'existing',
  outputs: ['json'],
  run: show,
  json: ({ facts, fingerprint, items }) => ({ ...facts, fingerprint, items }),
  report: shownCalibration,
  async write({ csv }, { options: { out } }) {
    if (out !== undefined) writeFileWhole(out, csv);
    return [];
  },
});

function show({ calibration: id }: ShowOptions, { store }: Context) {
  return store(async (open) => {
    const calibration = await calibrationOf(open, id);
    const { parameters, standardErrors, items, ...facts } = calibration;
    const flags = flagsOf(calibration);
    const { calibrations } = await lineage(open, facts.bank);
    return {
      facts,
      fingerprint: calibrationFingerprint({ items, parameters, standardErrors }),
      items: items.map((item, j) => ({
        item,
        a: parameters.a[j],
        b: parameters.b[j],
        c: parameters.c[j],
        d: parameters.d[j],
        seA: known(standardErrors?.a[j]),
        seB: known(standardErrors?.b[j]),
        seC: known(standardErrors?.c[j]),
        flags: flags[j],
      })),
      csv: parametersCsv(items, parameters, standardErrors, errorMethodOf(facts), flags),
      report: (await open.calibrationReport(id)) as RefreshReport | null,
      /** A proposal waits for a decision; the parameters of others can be written. */
      isProposal: calibrations.some((one) => one.id === id && one.state === 'proposal'),
    };
  });
}

function shownCalibration(
  { facts, fingerprint, items, report, isProposal }: Awaited<ReturnType<typeof show>>,
  { options: { out }, where, t }: Reading<ShowOptions>,
): Told {
  const { id } = facts;
  const pool = poolNames(facts);
  const { run, by, rung, designEffect, converged } = facts.options;
  const refresh = report === null ? null : refreshDocument(report, '', t);
  const write = `thetarank calibrate show ${id}${where} --out parameters.csv`;
  return {
    lead: [
      `Calibration ${id} of ${facts.bank} (version ${facts.bankVersion}), made ${facts.createdAt} by ${facts.method}: ${plural(items.length, 'item')}.`,
      ...(pool.length === 0
        ? []
        : [`Pool: ${pool.join(', ')}. None of them can be ranked with it.`]),
      ...(run === undefined
        ? []
        : [
            `From run ${run}, by ${by}, rung ${rung}; ${plural(facts.examinees.length, 'participant')}, design effect ${decimal(Number(designEffect), 2)}${converged === false ? '; NOT converged' : ''}.`,
          ]),
      ...flagLines(
        items.map(({ item }) => item),
        items.map(({ flags }) => flags),
        '',
      ),
      ...(refresh === null ? [] : [`${refresh.title}: ${refresh.lead}`]),
    ].join('\n'),
    ...(refresh === null ? {} : { facts: refresh.facts }),
    sections: [...(refresh?.sections ?? []), { paragraphs: [`Fingerprint ${fingerprint}.`] }],
    next:
      out !== undefined
        ? `thetarank score --parameters ${shellWord(out)} --responses FILE`
        : isProposal
          ? `thetarank calibrate accept ${id}${where}; to write its parameters: ${write}`
          : write,
  };
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
