import { type CatBank, prepareBank } from '../../../src/cat/bank.ts';
import type { SessionConfiguration } from '../../../src/cat/configuration.ts';
import {
  type InformationIndex,
  informationIndex,
} from '../../../src/cat/select/information-index.ts';
import { loadedSolver } from '../../../src/highs-solver.ts';
import { unbarred } from '../../exposure/exposure-series.ts';
import type { Cell } from '../design/cells.ts';
import { enemySets } from '../design/enemies.ts';
import { exposureRule, type FoundExposure } from '../design/exposure-rule.ts';
import type { StudyDesign } from '../design/study-design.ts';
import { populationOf } from '../truth/abilities.ts';
import { usedParameters } from '../truth/calibration-error.ts';
import { generateBank, type ItemSource, type StudyBank } from '../truth/study-bank.ts';
import { drawTrueModel, type TrueModel } from '../truth/true-model.ts';
import type { LogTables } from './log-tables.ts';
import { logTables, SessionKernel } from './session-kernel.ts';

/** A design with its bank: all that determines a study. The bank is null if it is drawn. */
export interface Study {
  readonly design: StudyDesign;
  readonly bank: StudyBank | null;
  /** Items to draw banks from; null or absent if banks come from distributions. */
  readonly collection?: ItemSource | null;
}

/** The shared part of all sessions of one replication. */
export interface Replication {
  readonly number: number;
  /** One per truth with cells. */
  readonly truthTests: readonly TruthTests[];
}

/** A truth, and the tests of the examinees who answer by it. */
export interface TruthTests {
  readonly model: TrueModel;
  /** Of the true parameters. */
  readonly trueIndex: InformationIndex;
  readonly tests: readonly CellTest[];
}

/** The test of a cell. */
export interface CellTest {
  /** Place of the cell in the design, from 0. */
  readonly cell: number;
  /** With the parameters that the test uses. */
  readonly bank: CatBank;
  readonly kernel: SessionKernel;
  readonly exposure: FoundExposure | null;
}

/** The number of items of a study's bank. */
export function bankSize({ design, bank }: Study): number {
  return bank?.items.count ?? design.bank.generate!.items;
}

/** The items of a replication, with their parameters before any deviations of the truth. */
export function sourceBank({ design, bank, collection = null }: Study, number: number): StudyBank {
  return bank ?? generateBank(design.bank.generate!, design.seed, number, collection);
}

/** True if the costs of the items of a study's bank are known. */
export function hasCosts({ design, bank }: Study): boolean {
  return bank === null ? design.bank.generate!.cost !== undefined : bank.costs !== null;
}

/** True if each replication draws its bank, deviations or calibration. */
export function isBankDrawn(study: Study): boolean {
  return drawnAnew(study).length > 0;
}

/** The parts of the bank that each replication draws, in words; empty if all replications share the bank. */
export function drawnAnew({ design, bank }: Study): string[] {
  const { truths, calibrations } = design;
  const has = <T>(list: readonly T[], ...names: (keyof T)[]) =>
    list.some((one) => names.some((name) => one[name] !== undefined));
  return [
    ...(bank === null ? ['items'] : []),
    ...(has(truths, 'secondDimension') ? ['items of the second dimension'] : []),
    ...(has(truths, 'wrongKeys') ? ['wrong keys'] : []),
    ...(has(truths, 'drift') ? ['drift'] : []),
    ...(has(calibrations, 'perturb') ? ['errors of the parameters'] : []),
    ...(has(calibrations, 'recalibrate') ? ['calibration'] : []),
  ];
}

/** The bank of a test, with values computed once for all tests on it. */
interface UsedBank {
  readonly bank: CatBank;
  readonly tables: LogTables;
}

/**
 * Draws bank, truths and calibrations of a replication, from 1. Truths and calibrations use the same random numbers, so that
 * they differ only as the design says. If `openSolver` was not awaited, cells of shadow tests are refused.
 * @throws SESSION_INVALID, QUOTAS_IMPOSSIBLE, NAME_UNKNOWN for a cell that cannot work
 */
export function prepareReplication(study: Study, number: number): Replication {
  const { design } = study;
  const { seed, bounds, truths, calibrations } = design;
  const source = sourceBank(study, number);
  // For a fixed bank, control parameters are found once, with the same random numbers each time.
  const name = isBankDrawn(study) ? String(number) : 'all';
  const share = 1 / (truths.length * calibrations.length);
  const used = new Map<string, UsedBank>();
  const found = new Map<string, FoundExposure>();
  const truthTests = truths.flatMap((truth, k): TruthTests[] => {
    if (!design.cells.some(({ truthAt }) => truthAt === k)) return [];
    const model = drawTrueModel(source.items, truth, seed, number, populationOf(design));
    // Only a calibration on answers depends on the truth.
    const keyOf = (at: number) =>
      calibrations[at].recalibrate === undefined ? `${at}` : `${at} ${k}`;
    const usedBank = (at: number): UsedBank => {
      const key = keyOf(at);
      let own = used.get(key);
      if (own === undefined) {
        const items = usedParameters(source, model, calibrations[at], seed, number);
        const { ids, tags, costs, flagged } = source;
        const bank = prepareBank(ids, items, tags, bounds, costs, flagged);
        own = { bank, tables: logTables(bank, share) };
        used.set(key, own);
      }
      return own;
    };
    const exposureOf = (
      { calibrationAt, exposed }: Cell,
      configuration: SessionConfiguration,
      { bank, tables }: UsedBank,
    ): FoundExposure | null => {
      if (exposed === null) return null;
      const key = JSON.stringify([keyOf(calibrationAt), exposed, configuration]);
      let rule = found.get(key);
      if (rule === undefined) {
        rule = exposureRule(exposed, design, bank, configuration, tables, name);
        found.set(key, rule);
      }
      return rule;
    };
    const tests = design.cells.flatMap((cell, place): CellTest[] => {
      if (cell.truthAt !== k) return [];
      const own = usedBank(cell.calibrationAt);
      const { bank, tables } = own;
      const configuration = configurationOf(cell, design, bank);
      const exposure = exposureOf(cell, configuration, own);
      const kernel = new SessionKernel(
        bank,
        exposure === null ? configuration : { ...configuration, barred: unbarred(exposure.rule) },
        tables,
        loadedSolver(),
      );
      return [{ cell: place, bank, kernel, exposure }];
    });
    return [{ model, trueIndex: indexOf(model, tests, bounds), tests }];
  });
  return { number, truthTests };
}

/** The index of the true parameters, shared with a bank if a test uses them. */
function indexOf(
  { items }: TrueModel,
  tests: readonly CellTest[],
  bounds: StudyDesign['bounds'],
): InformationIndex {
  const same = tests.find(({ bank }) => bank.items === items);
  return same?.bank.index ?? informationIndex(items, ...bounds);
}

/** The sessions of a cell, without the items barred by a rule of exposure. @throws NAME_UNKNOWN */
export function configurationOf(
  { estimator, select, quotas, enemies, assembly, stop, lag }: Cell,
  { prior, start, unmixed }: Pick<StudyDesign, 'prior' | 'start' | 'unmixed'>,
  bank: Pick<CatBank, 'ids' | 'tags'>,
): SessionConfiguration {
  return {
    seed: '',
    lag,
    estimator,
    unmixed,
    prior,
    start,
    select,
    exclude: [],
    quotas,
    stop,
    ...(enemies === null ? {} : { enemies: enemySets(enemies, bank) }),
    ...(assembly === undefined ? {} : { assembly }),
  };
}
