import type { Job } from '../../../api/jobs.ts';
import { counted } from '../../format/words.ts';

/** The result of a finished job, and its page. */
export interface JobOutcome {
  readonly text: string;
  readonly path: readonly string[];
}

/**
 * From the output of a job's command, of this or an older version; missing fields are left out. Null for jobs that are not
 * done.
 */
export function jobOutcome({ kind, state, bank, title, result }: Job): JobOutcome | null {
  if (state !== 'done') return null;
  const bankPath = bank === null ? ['banks'] : ['banks', bank];
  switch (kind) {
    case 'import-items':
      return { text: some(result?.added, 'item', ' added') ?? 'the bank', path: bankPath };
    case 'import-answers': {
      const parts = [some(result?.answers, 'answer'), some(result?.examinees, 'model')];
      const text = parts.filter((part) => part !== null).join(' of ');
      return { text: text === '' ? 'the bank' : text, path: bankPath };
    }
    case 'import-parameters':
    case 'calibrate':
      return calibrationOutcome(result?.calibration);
    case 'synthesize':
      return calibrationOutcome((result?.calibration as { number?: unknown } | null)?.number);
    case 'study': {
      const name = /^Study (.+)$/.exec(title)?.[1];
      return { text: 'the study', path: name === undefined ? ['studies'] : ['studies', name] };
    }
  }
}

function some(value: unknown, one: string, more = ''): string | null {
  return typeof value === 'number' ? `${counted(value, one)}${more}` : null;
}

function calibrationOutcome(number: unknown): JobOutcome {
  return typeof number === 'number'
    ? { text: `calibration ${number}`, path: ['calibrations', `${number}`] }
    : { text: 'calibrations', path: ['calibrations'] };
}
