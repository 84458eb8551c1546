import type { z } from 'zod';
import type { newStudy } from '../../api/new-study.ts';
import type { newRefresh } from '../../api/refreshes.ts';
import type { JobTask } from './job-service.ts';

/** As a request gave them. */
type Options = Readonly<Record<string, unknown>>;

/** All items or none: those that are there are not added again. */
export function importItemsTask(bank: string, file: string, options: Options): JobTask {
  return {
    kind: 'import-items',
    bank,
    title: `Items into ${bank}`,
    isRepeatable: true,
    files: [file],
    operation: { name: 'bank import', options: { ...options, files: [file], name: bank } },
  };
}

export function importAnswersTask(bank: string, file: string, options: Options): JobTask {
  return {
    kind: 'import-answers',
    bank,
    title: `Recorded answers of ${bank}`,
    isRepeatable: false,
    files: [file],
    operation: { name: 'bank record', options: { ...options, files: [file], to: bank } },
  };
}

export function importParametersTask(bank: string, file: string): JobTask {
  return {
    kind: 'import-parameters',
    bank,
    title: `Parameters of ${bank}`,
    isRepeatable: false,
    files: [file],
    operation: { name: 'calibrate keep', options: { file, bank } },
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
    isRepeatable: true,
    operation: {
      name: 'calibrate refresh',
      options: { bank, calibration, method, accept, ...(accept && { reviewer: by }) },
    },
  };
}

/** Finds suspected items, and keeps them for the review. */
export function auditTask(bank: string): JobTask {
  return {
    kind: 'audit',
    bank,
    title: `Audit of ${bank}`,
    isRepeatable: true,
    operation: { name: 'bank audit', options: { bank } },
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
    isRepeatable: true,
    // An interrupted run is continued; otherwise a new one starts.
    operation: { name: 'calibrate synthesize', options: { bank, config: file, resume: true } },
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
    isRepeatable: true,
    study: name,
    operation: { name: `simulate ${kind}`, options: { ...options, out: folder } },
  };
}
