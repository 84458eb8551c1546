import { type CatBank, prepareBank } from '../../src/cat/bank.ts';
import { type InformationIndex, informationIndex } from '../../src/cat/select/information-index.ts';
import { usedParameters } from './calibration-error.ts';
import type { Cell, Design } from './design.ts';
import type { LogTables } from './log-tables.ts';
import { logTables, SessionKernel } from './session-kernel.ts';
import { generateBank, type StudyBank } from './study-bank.ts';
import { drawTrueModel, type TrueModel } from './true-model.ts';

/** A design with its bank: all that determines a study. The bank is null where it is drawn. */
export interface Study {
  readonly design: Design;
  readonly bank: StudyBank | null;
}

/** What all sessions of one replication share. */
export interface Replication {
  readonly number: number;
  /** With the parameters that the test uses. */
  readonly bank: CatBank;
  readonly model: TrueModel;
  /** Of the true parameters. */
  readonly trueIndex: InformationIndex;
  /** One entry a cell. */
  readonly kernels: readonly SessionKernel[];
}

/** The number of items of a study's bank. */
export function bankSize({ design, bank }: Study): number {
  return bank?.items.count ?? design.bank.generate!.items;
}

/** True where the bank, what is wrong with it, or its calibration is drawn anew in each replication. */
export function isBankDrawn({ design, bank }: Study): boolean {
  const { truth, calibration } = design;
  return (
    bank === null ||
    truth.secondDimension !== undefined ||
    truth.wrongKeys !== undefined ||
    truth.drift !== undefined ||
    calibration.perturb !== undefined ||
    calibration.recalibrate !== undefined
  );
}

/**
 * Draws bank, truth and calibration of a replication, from 1.
 * @throws SESSION_INVALID, QUOTAS_IMPOSSIBLE, NAME_UNKNOWN for a cell that cannot work
 */
export function prepareReplication(study: Study, number: number): Replication {
  const { design } = study;
  const { seed, bounds } = design;
  const source = study.bank ?? generateBank(design.bank.generate!, seed, number);
  const model = drawTrueModel(source.items, design.truth, seed, number);
  const used = usedParameters(source, model, design, number);
  const bank = prepareBank(source.ids, used, source.tags, bounds);
  const tables = logTables(bank);
  const kernels = design.cells.map((cell) => cellKernel(cell, design, bank, tables));
  const trueIndex = used === model.items ? bank.index : informationIndex(model.items, ...bounds);
  return { number, bank, model, trueIndex, kernels };
}

/** The kernel of a cell. @throws SESSION_INVALID, QUOTAS_IMPOSSIBLE, NAME_UNKNOWN for a cell that cannot work */
export function cellKernel(
  { estimator, select, quotas, stop, lag }: Cell,
  { prior, start }: Design,
  bank: CatBank,
  tables: LogTables,
): SessionKernel {
  return new SessionKernel(
    bank,
    { seed: '', lag, estimator, prior, start, select, exclude: [], quotas, stop },
    tables,
  );
}
