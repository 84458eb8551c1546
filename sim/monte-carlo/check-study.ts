import { prepareBank } from '../../src/cat/bank.ts';
import { longestTest, usesRule } from '../../src/cat/stop/stop-rules.ts';
import { fail, ThetarankError } from '../../src/errors.ts';
import { loadedSolver } from '../../src/highs-solver.ts';
import type { Cell } from './design/cells.ts';
import { leavesTestsShort, wrongStudyExposure } from './design/exposure-rule.ts';
import { bankSize, configurationOf, type Study, sourceBank } from './run/replication.ts';
import { logTables, SessionKernel } from './run/session-kernel.ts';
import { examineeCount } from './truth/abilities.ts';
import { checkCalibration } from './truth/calibration-error.ts';

/**
 * Checks everything that depends on the bank before a study begins: starts a test in every cell.
 * @param file the design's
 * @throws FILE_INVALID with the field
 */
export function checkStudy(study: Study, file: string): void {
  const { design } = study;
  const { cells, calibrations } = design;
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
  const source = sourceBank(study, 1);
  const bank = prepareBank(
    ...([
      source.ids,
      source.items,
      source.tags,
      design.bounds,
      source.costs,
      source.flagged,
    ] as const),
  );
  const tables = logTables(bank);
  for (const cell of cells) {
    checkExposure(cell, items, examineeCount(design), file);
    try {
      const configuration = configurationOf(cell, design, bank);
      new SessionKernel(bank, configuration, tables, loadedSolver()).begin('');
    } catch (error) {
      if (!(error instanceof ThetarankError)) throw error;
      const isBudget = error.code === 'SESSION_INVALID' && usesRule(cell.stop, 'budget');
      const found = isBudget ? cell.stopping : cell.constraint;
      fail('FILE_INVALID', {
        file,
        where: isBudget ? 'stopping' : 'constraints',
        found: `${found}, at most ${cell.length} items (${error.message})`,
        accepted: isBudget
          ? 'a budget that the bank can meet, and costs: bank.generate.cost, or a file named in bank.costs'
          : 'constraints that the bank can meet',
      });
    }
  }
}

function checkExposure(
  { exposed, exposure, stop }: Cell,
  items: number,
  examinees: number,
  file: string,
): void {
  if (exposed === null) return;
  const longest = Math.min(longestTest(stop), items);
  const block = Math.min(exposed.block, examinees);
  const reason =
    wrongStudyExposure({ ...exposed, block }, items, longest) ??
    (stop.rule === 'length' ? leavesTestsShort(exposed, items, longest) : null);
  if (reason !== null)
    fail('FILE_INVALID', {
      file,
      where: 'exposure',
      found: `${exposure} (${reason})`,
      accepted: 'a rule that the bank and the examinees of a replication can meet',
    });
}
