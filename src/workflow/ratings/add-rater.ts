import { fail } from '../../errors.ts';
import { nameProblem } from '../../plain-text.ts';
import { randomStream } from '../../random.ts';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import { assignLater } from './assign-raters.ts';
import { MOST_RATERS } from './create-panel.ts';
import { orderAnswers } from './order-answers.ts';
import { configurationOf } from './rating-panel.ts';

/**
 * Adds a rater to a panel, with about as many answers as the others have. Nothing changes for these.
 * @param answers how many; null for the mean of the others
 * @returns how many answers the rater has
 * @throws PANEL_CLOSED; OPTION_INVALID for a name that is taken, or too many answers
 */
export async function addRater(
  store: Store,
  panel: StoredPanel,
  rater: string,
  answers: number | null,
): Promise<number> {
  if (panel.closedAt !== null) fail('PANEL_CLOSED', { panel: panel.id });
  const { seed, answers: all, judges, common } = configurationOf(panel);
  const about = await store.ratings.answers(panel.id);
  const of = new Map<string, number[]>();
  for (const { rater: name, answer } of await store.ratings.assignments(panel.id))
    of.set(name, [...(of.get(name) ?? []), answer]);
  const refuse = (option: string, found: string, accepted: string) =>
    fail('OPTION_INVALID', { option, found, accepted });
  const problem = nameProblem(rater);
  if (problem !== null) refuse('name', problem, 'a name whose characters are all shown');
  const isTaken = () => refuse('name', `${rater}, who is a rater or judge already`, 'a new name');
  if (of.has(rater) || judges.includes(rater)) isTaken();
  if (of.size >= MOST_RATERS) refuse('name', 'one rater more', `at most ${MOST_RATERS} raters`);
  const total = [...of.values()].reduce((sum, own) => sum + own.length, 0);
  const count = answers ?? Math.max(1, Math.round(total / Math.max(1, of.size)));
  if (count > all || count < common)
    refuse('answers', String(count), `${Math.max(1, common)} to ${all}`);
  const random = randomStream(seed, 'ratings', 'later', rater);
  const chosen = assignLater([...of.values()], all, count, random);
  const order = orderAnswers(chosen, about, randomStream(seed, 'ratings', 'order', rater));
  if (!(await store.ratings.assign(panel.id, rater, order))) isTaken();
  return order.length;
}
