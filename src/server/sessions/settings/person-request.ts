import type { NewSession } from '../../../api/sessions.ts';
import { fail } from '../../../errors.ts';
import type { LiveBank } from '../../../tested-bank/live-bank.ts';
import { DEFAULT_LAG } from '../../../workflow/live/test-defaults.ts';

/** Of callers that send the answers, by default: as adaptive as can be. */
export const CALLER_LAG = 1;

/**
 * The number of items in flight. A person sees one question of an adaptive test at a time, and all of a fixed form, so that questions can
 * be answered in any order.
 */
export function lagOf(
  { person, strategy, lag, model }: Pick<NewSession, 'person' | 'strategy' | 'lag' | 'model'>,
  items: number,
): number {
  if (person) return strategy === 'fixed' ? items : CALLER_LAG;
  return lag ?? (model === null ? CALLER_LAG : DEFAULT_LAG);
}

/** Checks what only applies to tests of people. */
export function requirePersonal(
  { model, prompt, lag }: NewSession,
  bank: LiveBank,
  refuse: (reason: string) => never,
): void {
  if (model !== null)
    refuse(
      'a person answers in the dashboard, so the service asks no model; remove "model", or set "person" to false',
    );
  if (prompt !== null)
    refuse('people see questions without a prompt; remove "prompt", or set "person" to false');
  if (lag !== undefined)
    refuse(
      'a person sees one question of an adaptive test at a time, and all of a fixed form; remove "lag"',
    );
  if (bank.needsEmbeddings)
    refuse(
      `answers to items of bank ${bank.recorded.name} are compared by embeddings, which the service does not have; use a bank without these items`,
    );
}

/**
 * The form of a session, with its items if they are given.
 * @param can one entry per item, 1 if it can be asked; null if all can
 * @throws SESSION_REFUSED, ITEM_UNKNOWN
 */
export function formOf(
  { strategy, form, items, pretest }: NewSession,
  bank: LiveBank,
  can: Uint8Array | null,
): NewSession['form'] {
  const refuse = (reason: string): never => fail('SESSION_REFUSED', { reason });
  if (strategy !== 'fixed') {
    if (form !== null) refuse(`"form" only works with the strategy fixed; found "${strategy}"`);
    return null;
  }
  if (pretest > 0)
    refuse(
      'a fixed form, the default for people, asks no pretest items; remove "pretest", or set "strategy"',
    );
  const { items: given = null, draw = null } = form ?? {};
  if (given === null) return { items: null, draw: draw ?? 'representative' };
  if (draw !== null) refuse('"draw" only works without "items" in "form"; remove one of them');
  if (items !== undefined && items !== given.length)
    refuse(`"items" is ${items}, but the form has ${given.length} items; remove "items"`);
  const { name, responses } = bank.recorded;
  const positions = new Map(responses.items.map((id, j) => [id, j]));
  const seen = new Set<string>();
  for (const id of given) {
    const position = positions.get(id);
    if (position === undefined)
      return fail('ITEM_UNKNOWN', { item: id, where: `the items of bank ${name} that count` });
    if (can !== null && can[position] === 0)
      refuse(`item ${id} of the form is retired or has no text; remove it from "form"`);
    if (seen.has(id)) refuse(`item ${id} stands in "form" twice; remove one of them`);
    seen.add(id);
  }
  return { items: [...given], draw: null };
}
