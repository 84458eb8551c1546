import { MOST_LAG, type NewSession, newSession } from '../../../api/sessions.ts';
import { fail } from '../../../errors.ts';
import { mostTokens } from '../../../examinee/endpoint/cost/most-cost.ts';
import { modelNames } from '../../../ranking/live/live-calibration.ts';
import { isLearned, strategyOf } from '../../../ranking/live/strategies.ts';
import type { PretestPlan } from '../../../ranking/pretest/pretest-plan.ts';
import type { LiveBank } from '../../../tested-bank/live-bank.ts';
import { DEFAULT_ITEMS, defaultItems, PERSON_ITEMS } from '../../../workflow/live/test-defaults.ts';
import type { ServiceConfiguration } from '../../configuration.ts';
import { CALLER_LAG, formOf, lagOf, requirePersonal } from './person-request.ts';
import { sessionRules, withLeastLength } from './session-rules.ts';

/** Increases when the same request and answers would give another test. */
export const RULES = 1;

type Strategy = NonNullable<NewSession['strategy']>;

/** The stored settings of a session: everything that its test depends on besides bank, calibration and answers. */
export interface SessionSettings extends Omit<NewSession, 'items' | 'lag' | 'strategy'> {
  readonly strategy: Strategy;
  readonly rulesVersion: number;
  readonly items: number;
  readonly lag: number;
  /** Other names of the examinee, such as the one at its endpoint. */
  readonly aliases: readonly string[];
  /** Whether its model had a price when the session was created. */
  readonly isPriced: boolean;
  /** What is known of the pretest items when the session begins; null if it asks none. */
  readonly pretestPlan: PretestPlan | null;
}

/**
 * Checks what a schema cannot, and fills in defaults.
 * @throws SESSION_REFUSED, TOO_MANY_ITEMS, BANK_WITHOUT_TEXT, NAME_UNKNOWN
 */
export function sessionSettings(
  asked: NewSession,
  bank: LiveBank,
  { models }: Pick<ServiceConfiguration, 'models'>,
): SessionSettings {
  const strategy = asked.strategy ?? (asked.person ? 'fixed' : 'robust');
  const request = { ...asked, strategy };
  const { calibration, adaptive, model, prompt, budget, leaveOut } = request;
  const scoring = request.person ? 'service' : request.scoring;
  const refuse = (reason: string): never => fail('SESSION_REFUSED', { reason });
  if (adaptive !== null && strategy !== 'adaptive')
    refuse(`"adaptive" only works with the strategy adaptive; found "${strategy}"`);
  if (calibration !== null && (isLearned(strategy) || !strategyOf(strategy).isCalibrated))
    refuse(
      isLearned(strategy)
        ? 'a robust test learns its settings and intervals from recorded models; leave "calibration" out, or use the strategy paper, balanced or adaptive'
        : 'random items need no calibration; leave "calibration" out',
    );
  if (calibration !== null && leaveOut.length > 0)
    refuse('a kept calibration has no recorded models to leave out; remove "leaveOut"');
  if (budget !== null && model === null)
    refuse(
      'a budget only works with a model that the service asks; remove "budget", or add "model"',
    );
  const configured = models.find(({ name }) => name === model);
  if (model !== null && configured === undefined)
    refuse(
      `model "${model}" is not configured; configured: ${models.map(({ name }) => name).join(', ') || 'none'}`,
    );
  if (budget !== null && configured?.price === null)
    refuse(
      `model "${model}" has no price in the configuration of the service, so no budget can be checked; remove "budget"`,
    );
  if (budget !== null && configured !== undefined && mostTokens(configured) === null)
    refuse(
      `answers of model "${model}" have no token limit in the configuration of the service, so no budget can be checked; remove "budget"`,
    );
  if (model === null && (prompt?.shots ?? 0) > 0)
    refuse(
      'worked examples (prompt.shots) reveal the right answers to other items, so only a model that the service asks may see them; set prompt.shots to 0, or add "model"',
    );
  const needsText = scoring === 'service' || model !== null;
  if (needsText && bank.hashes.every((hash) => hash === null))
    fail('BANK_WITHOUT_TEXT', {
      bank: bank.recorded.name,
      item: bank.recorded.responses.items[0],
      count: bank.hashes.length,
    });
  const [scorer] = [
    ...bank.rubrics.map((name) => `judges by the rubric "${name}"`),
    ...bank.programs.map((name) => `the program "${name}"`),
  ];
  if (needsText && scorer !== undefined)
    refuse(
      `answers to items of bank ${bank.recorded.name} are scored by ${scorer}, which the service does not have; use a bank without these items, or send scores with the scoring "caller"`,
    );
  if (request.person) requirePersonal(request, bank, refuse);
  else if (request.timeLimit !== null || request.breaks !== 'any')
    refuse('"timeLimit" and "breaks" are for tests of people; set "person" to true');
  if (request.extraMinutes > 0 && request.timeLimit === null)
    refuse('"extraMinutes" extends a time limit; add "timeLimit", or remove "extraMinutes"');
  const can = askableItems(bank, needsText);
  const available = can?.reduce((n, can) => n + can, 0) ?? bank.hashes.length;
  const form = formOf(request, bank, can);
  const items =
    form?.items?.length ??
    request.items ??
    Math.max(1, Math.min(available, usualItems(request.person, bank.hashes.length)));
  if (items > available)
    fail('TOO_MANY_ITEMS', { asked: items, available, where: `bank ${bank.recorded.name}` });
  requirePretest(request.pretest, items, bank);
  // Report errors in rules immediately.
  sessionRules(adaptive, items);
  if (request.person && strategy === 'fixed' && items > MOST_LAG)
    refuse(`a fixed form for a person has at most ${MOST_LAG} items; found ${items}`);
  return {
    ...request,
    scoring,
    form,
    adaptive: withLeastLength(adaptive, items),
    rulesVersion: RULES,
    items,
    lag: lagOf(request, items),
    aliases:
      configured === undefined ? [] : modelNames(request.examinee, configured.model).slice(1),
    isPriced: (configured?.price ?? null) !== null,
    pretestPlan: null,
  };
}

/** @throws SESSION_REFUSED if a test cannot ask so many pretest items */
function requirePretest(pretest: number, items: number, bank: LiveBank): void {
  const available = bank.pretest?.items.length ?? 0;
  const most = Math.min(items, available);
  if (pretest > most)
    fail('SESSION_REFUSED', {
      reason: `"pretest" is ${pretest}, where the test has ${items} items and the bank ${available} pretest items; accepted: 0 to ${most}`,
    });
}

/** For a session that this version cannot play, because its settings are no longer or not yet supported. */
const OTHER_RULES = 0;

/**
 * The stored settings of a session. Invalid ones are replaced by defaults, and the session then counts as one of another
 * version: it can be read but not continued.
 */
export function keptSettings(configuration: unknown): SessionSettings {
  const { rulesVersion, aliases, isPriced, pretestPlan, ...request } =
    configuration as SessionSettings;
  const parsed = newSession.safeParse(request);
  if (parsed.success) {
    const { items = DEFAULT_ITEMS, lag = CALLER_LAG, strategy = 'robust', ...known } = parsed.data;
    return { ...known, strategy, items, lag, rulesVersion, aliases, isPriced, pretestPlan };
  }
  const odd = new Set(parsed.error.issues.map(({ path: [field] }) => field));
  const fitting = Object.entries(request).filter(([field]) => !odd.has(field));
  const {
    items = DEFAULT_ITEMS,
    lag = CALLER_LAG,
    strategy = 'robust',
    ...known
  } = newSession.parse({
    bank: 'unknown',
    examinee: 'unknown',
    ...Object.fromEntries(fitting),
  });
  return {
    ...known,
    strategy,
    items,
    lag,
    rulesVersion: OTHER_RULES,
    aliases: [],
    isPriced,
    pretestPlan,
  };
}

export function needsText({ scoring, model }: Pick<SessionSettings, 'scoring' | 'model'>): boolean {
  return scoring === 'service' || model !== null;
}

const askable = new WeakMap<readonly unknown[], readonly [Uint8Array | null, Uint8Array | null]>();

/** One entry per item, 1 if it can be asked; null if all can. */
export function askableItems(
  { hashes, retired }: Pick<LiveBank, 'hashes' | 'retired'>,
  isTextNeeded: boolean,
): Uint8Array | null {
  const items = (needsText: boolean) => {
    const can = new Uint8Array(hashes.length);
    for (let j = 0; j < hashes.length; j++)
      can[j] = Number(!retired[j] && (hashes[j] !== null || !needsText));
    return can.includes(0) ? can : null;
  };
  const known = askable.get(hashes) ?? [items(false), items(true)];
  askable.set(hashes, known);
  return known[Number(isTextNeeded)];
}

function usualItems(person: boolean, size: number): number {
  return person ? Math.min(PERSON_ITEMS, defaultItems(size)) : defaultItems(size);
}
