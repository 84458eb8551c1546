import type { Job } from '../../../api/jobs.ts';
import { count } from '../../format/number.ts';
import { t } from '../../words/t.ts';

/** Most rejected records that are named. */
const MOST_SHOWN = 10;

/** The result of a finished job, and its page. */
export interface JobOutcome {
  readonly text: string;
  readonly path: readonly string[];
}

/**
 * From the output of a job's command. Null for jobs that are not done.
 */
export function jobOutcome({ id, kind, state, bank, title, result }: Job): JobOutcome | null {
  if (state !== 'done') return null;
  const bankPath = bank === null ? ['banks'] : ['banks', bank];
  switch (kind) {
    case 'import-items':
      return {
        text:
          typeof result?.added === 'number'
            ? t('{n, plural, one {# item added} other {# items added}}', { n: result.added })
            : t('the bank'),
        path: bankPath,
      };
    case 'import-answers':
      return { text: answersWords(result) ?? t('the bank'), path: bankPath };
    case 'import-parameters':
      return calibrationOutcome(result?.calibration);
    case 'calibrate':
      return calibrationOutcome((result?.result as { calibration?: unknown } | null)?.calibration);
    case 'refresh':
      return {
        text:
          typeof result?.calibration === 'number'
            ? t(
                result.accepted === true
                  ? 'calibration {calibration}, in force'
                  : 'calibration {calibration}, a proposal',
                { calibration: `${result.calibration}` },
              )
            : result?.calibration === null
              ? t('nothing changes')
              : t('the calibrations of the bank'),
        path: bank === null ? ['calibrations'] : ['banks', bank, 'calibrations'],
      };
    case 'audit':
      return { text: t('the review'), path: bank === null ? ['banks'] : ['banks', bank, 'review'] };
    case 'synthesize':
      return calibrationOutcome((result?.calibration as { number?: unknown } | null)?.number);
    case 'analysis':
      return { text: t('the result'), path: ['jobs', id] };
    case 'study': {
      const name = /^Study (.+)$/.exec(title)?.[1];
      return { text: t('the study'), path: name === undefined ? ['studies'] : ['studies', name] };
    }
  }
}

/** What the command of a job said beside its result. */
export function jobNotes({ result }: Job): readonly string[] {
  return Array.isArray(result?.notes) ? result.notes.map(String) : [];
}

/** What became of the records of an import. */
export interface ImportedRecords {
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Records that were there already. */
  readonly duplicates: number;
  /** The first rejected ones: where each was found, and why it was rejected. */
  readonly first: readonly { readonly where: string; readonly reason: string }[];
}

/** Null for jobs that are not done, or whose output does not say it. */
export function importedRecords({ state, result }: Job): ImportedRecords | null {
  const { read, accepted, rejected, duplicates = 0, files } = result ?? {};
  const isKnown = [read, accepted, rejected].every((number) => typeof number === 'number');
  if (state !== 'done' || !isKnown) return null;
  const first = (Array.isArray(files) ? files : [])
    .flatMap((file: { rejects?: unknown }) => (Array.isArray(file?.rejects) ? file.rejects : []))
    .flatMap(({ where, reason }: { where?: unknown; reason?: unknown }) =>
      typeof where === 'string' && typeof reason === 'string' ? [{ where, reason }] : [],
    )
    .slice(0, MOST_SHOWN);
  return { read, accepted, rejected, duplicates, first } as ImportedRecords;
}

/** The sum of what became of them. */
export function recordWords({ read, accepted, rejected, duplicates }: ImportedRecords): string {
  const values = { read: count(read), accepted: count(accepted), rejected: count(rejected) };
  return duplicates === 0
    ? t('{read} read, {accepted} accepted, {rejected} rejected', values)
    : t(
        '{read} read, {accepted} accepted, {rejected} rejected, {n, plural, one {# duplicate} other {# duplicates}}',
        { ...values, n: duplicates },
      );
}

/** What to do after an import, as the first steps have it. */
export interface NextStep {
  readonly name: string;
  readonly to: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Null for jobs that are not imports that are done. */
export function nextStep({ kind, state, bank }: Job): NextStep | null {
  if (state !== 'done' || bank === null) return null;
  if (kind === 'import-items')
    return {
      name: t('import recorded answers'),
      to: ['jobs', 'new'],
      query: { bank, file: 'answers' },
    };
  if (kind === 'import-answers')
    return { name: t('test a model'), to: ['sessions', 'new'], query: { bank } };
  return null;
}

/** Null if the output does not say it. */
function answersWords(result: Job['result']): string | null {
  const { answers, examinees } = result ?? {};
  if (typeof answers !== 'number') return null;
  if (typeof examinees !== 'number')
    return t('{n, plural, one {# answer} other {# answers}}', { n: answers });
  return t(
    '{n, plural, one {# answer} other {# answers}} of {models, plural, one {# model} other {# models}}',
    { n: answers, models: examinees },
  );
}

function calibrationOutcome(number: unknown): JobOutcome {
  return typeof number === 'number'
    ? {
        text: t('calibration {calibration}', { calibration: `${number}` }),
        path: ['calibrations', `${number}`],
      }
    : { text: t('calibrations'), path: ['calibrations'] };
}
