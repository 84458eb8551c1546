import { prepareBank } from '../../src/cat/bank.ts';
import { fail, ThetarankError } from '../../src/errors.ts';
import { checkCalibration } from './calibration-error.ts';
import { bankSize, cellKernel, type Study } from './replication.ts';
import { logTables } from './session-kernel.ts';
import { generateBank } from './study-bank.ts';

/**
 * Checks what depends on the bank, before a study begins: every cell begins a test.
 * @param file the design's
 * @throws FILE_INVALID with the field
 */
export function checkStudy(study: Study, file: string): void {
  const { cells, calibrations } = study.design;
  const items = bankSize(study);
  const tooLong = cells.find(({ length }) => length > items);
  if (tooLong !== undefined)
    fail('FILE_INVALID', {
      file,
      where: 'lengths',
      found: `${tooLong.length}, and ${items} items in the bank`,
      accepted: `at most ${items}`,
    });
  const errors = study.bank?.standardErrors ?? null;
  calibrations.forEach((calibration, k) => {
    const where = calibrations.length === 1 ? 'calibration' : `calibration[${k}]`;
    checkCalibration(calibration, items, errors !== null, file, where);
  });
  // Quotas and rules are checked by the bank's tags and size, which no calibration changes.
  const source = study.bank ?? generateBank(study.design.bank.generate!, study.design.seed, 1);
  const bank = prepareBank(source.ids, source.items, source.tags, study.design.bounds);
  const tables = logTables(bank);
  for (const cell of cells) {
    try {
      cellKernel(cell, study.design, bank, tables).begin('');
    } catch (error) {
      if (!(error instanceof ThetarankError)) throw error;
      fail('FILE_INVALID', {
        file,
        where: 'constraints',
        found: `${cell.constraint}, at most ${cell.length} items (${error.message})`,
        accepted: 'quotas that the bank can meet',
      });
    }
  }
}
