import type { z } from 'zod';
import type { newCalibration, UploadedAnswers, UploadedItems } from '../../api/jobs.ts';
import type { newStudy } from '../../api/new-study.ts';
import type { newRefresh } from '../../api/refreshes.ts';
import type { JobTask } from './job-service.ts';

/** A value that begins with a hyphen is still a value. */
const option = (name: string, value: string | number) => `--${name}=${value}`;

export function importItemsTask(
  bank: string,
  file: string,
  { canonical, absent, ...options }: Omit<UploadedItems, 'file'>,
): JobTask {
  return {
    kind: 'import-items',
    bank,
    title: `Items into ${bank}`,
    // All items or none: those that are there are not added again.
    resume: [],
    begun: null,
    files: [file],
    args: [
      ...['bank', 'import', file, option('name', bank), '--json'],
      ...(canonical === true ? ['--canonical'] : []),
      ...(absent === true ? ['--absent'] : []),
      ...Object.entries(options).flatMap(([name, value]) =>
        value === undefined ? [] : [option(name, value)],
      ),
    ],
  };
}

export function importAnswersTask(
  bank: string,
  file: string,
  { replace, fewer }: Pick<UploadedAnswers, 'replace' | 'fewer'>,
): JobTask {
  return {
    kind: 'import-answers',
    bank,
    title: `Recorded answers of ${bank}`,
    resume: null,
    begun: null,
    files: [file],
    args: [
      ...['bank', 'record', file, option('to', bank), '--json'],
      ...(replace ? [] : ['--only-new']),
      ...(fewer ? ['--fewer'] : []),
    ],
  };
}

export function importParametersTask(bank: string, file: string): JobTask {
  return {
    kind: 'import-parameters',
    bank,
    title: `Parameters of ${bank}`,
    resume: null,
    begun: null,
    files: [file],
    operation: { name: 'calibrate keep', options: { file, bank } },
    args: [],
  };
}

export function calibrateTask(
  bank: string,
  { model, mode, seed }: z.output<typeof newCalibration>,
): JobTask {
  return {
    kind: 'calibrate',
    bank,
    title: `Calibration of ${bank}, ${model}`,
    // It is computed again; what it has kept is not kept twice.
    resume: [],
    begun: null,
    files: [],
    args: [
      ...['calibrate', 'fit', option('bank', bank), '--keep', '--json'],
      ...[option('irt-model', model), option('method', mode), option('seed', seed)],
    ],
  };
}

/** Keeps a refreshed calibration as a proposal. @param by who accepts it, if that is asked for */
export function refreshTask(
  bank: string,
  {
    calibration,
    method,
    accept,
  }: Omit<z.output<typeof newRefresh>, 'calibration'> & { readonly calibration: number },
  by: string,
): JobTask {
  return {
    kind: 'refresh',
    bank,
    title: `Refresh of ${bank}, calibration ${calibration}`,
    resume: [],
    begun: null,
    files: [],
    operation: {
      name: 'calibrate refresh',
      options: { bank, calibration, method, accept, ...(accept && { reviewer: by }) },
    },
    args: [],
  };
}

/** Finds suspected items, and keeps them for the review. */
export function auditTask(bank: string): JobTask {
  return {
    kind: 'audit',
    bank,
    title: `Audit of ${bank}`,
    resume: [],
    begun: null,
    files: [],
    operation: { name: 'bank audit', options: { bank } },
    args: [],
  };
}

/**
 * @param file the configuration that the administrator lists under this name: a path of this machine, or its copy among the shared
 * files
 */
export function synthesizeTask(bank: string, name: string, file: string, files: string[]): JobTask {
  return {
    kind: 'synthesize',
    bank,
    title: `Synthesis of ${bank}, ${name}`,
    files,
    resume: [],
    begun: null,
    args: [
      ...['calibrate', 'synthesize', option('bank', bank), '--config', file],
      // An interrupted run is continued; otherwise a new one starts.
      ...['--resume', '--json'],
    ],
  };
}

/** A study in a folder, which may have begun. */
export function studyTask(
  name: string,
  folder: string,
  { kind, design }: Pick<z.output<typeof newStudy>, 'kind' | 'design'>,
): JobTask {
  const options = kind === 'monte-carlo' ? { design } : design;
  return {
    kind: 'study',
    bank: kind === 'monte-carlo' ? null : String(design.bank),
    title: `Study ${name}`,
    files: [],
    resume: [],
    begun: null,
    study: name,
    operation: { name: `simulate ${kind}`, options: { ...options, out: folder } },
    args: [],
  };
}
