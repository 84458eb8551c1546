import type { ItemParameters } from '../../../irt/parameters.ts';
import type { ResponseMatrix } from '../../../irt/responses.ts';
import type { PreparationInput, TestPlan } from '../../../ranking/live/preparation.ts';
import type { PretestScale } from '../../../ranking/pretest/know-pretest.ts';
import { pretestScale } from '../../../ranking/pretest/pretest-scale.ts';
import type { RecordedBank } from '../../../ranking/recorded-bank.ts';
import type { HostedTest } from '../engine/hosted-test.ts';
import type { SessionSettings } from '../settings/session-request.ts';
import { sessionRules } from '../settings/session-rules.ts';

/** The shared data of a bank's sessions with one calibration and kind. */
export interface PreparedBank {
  /** Fingerprint of the item parameters behind abilities and scores. */
  readonly calibrationVersion: string;
  readonly recorded: RecordedBank;
  /** Items of the bank, with and without parameters. */
  readonly bankItems: number;
  /** Flagged items that adaptive choice leaves out. */
  readonly leftOut: number;
  /** By position of the item; null if there are none. */
  readonly parameters: ItemParameters | null;
  /** What difficulties of pretest items are on the scale of. */
  pretestScale(): PretestScale;
  /** Positions of items, by id. */
  readonly positionOf: ReadonlyMap<string, number>;
  /** Creates a test of a session that shares this. */
  test(settings: SessionSettings): Promise<HostedTest>;
}

/** @param testOf creates a test on the thread on which the bank was prepared */
export function preparedBank(
  input: PreparationInput,
  { calibrationVersion, bankItems }: Pick<PreparedBank, 'calibrationVersion' | 'bankItems'>,
  testOf: (plan: TestPlan) => HostedTest | Promise<HostedTest>,
): PreparedBank {
  return {
    calibrationVersion,
    recorded: input.recorded,
    bankItems,
    leftOut: leftOutOf(input),
    parameters: parametersOf(input),
    pretestScale: () => pretestScale(input),
    positionOf: positionsOf(input.recorded.responses),
    test: async (settings) => testOf(planOf(settings)),
  };
}

const positions = new WeakMap<ResponseMatrix, ReadonlyMap<string, number>>();

function positionsOf(responses: ResponseMatrix): ReadonlyMap<string, number> {
  const found = positions.get(responses) ?? new Map(responses.items.map((id, j) => [id, j]));
  positions.set(responses, found);
  return found;
}

function parametersOf({ calibration }: PreparationInput): ItemParameters | null {
  if (calibration === null) return null;
  return 'kept' in calibration ? calibration.kept.parameters : calibration.part.parameters;
}

/** Number of items that adaptive choice leaves out. */
function leftOutOf({ calibration }: PreparationInput): number {
  if (calibration === null) return 0;
  const flagged = 'kept' in calibration ? calibration.kept.flagged : calibration.part.flagged;
  return flagged?.reduce((sum, one) => sum + one, 0) ?? 0;
}

function planOf(settings: SessionSettings): TestPlan {
  const { strategy, examinee, items: length, lag, seed, adaptive, person } = settings;
  const { pretestPlan: pretest, form } = settings;
  const rules = strategy === 'adaptive' ? sessionRules(adaptive, length) : null;
  const plan = { strategy, examinee, length, lag, seed: `${seed}/${examinee}`, rules, person };
  // The response model predicts scores of models well, and not those of people.
  const draw = person ? (form?.draw ?? null) : null;
  return { ...plan, pretest, form: form?.items ?? null, draw };
}
