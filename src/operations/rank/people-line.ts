import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { ENGLISH, sentences, type Words } from '../../languages/words.ts';
import { count } from '../../numbers.ts';
import { type PeopleOn, peopleOn } from '../../workflow/bank/humans/people-on.ts';
import { peopleText } from '../../workflow/bank/humans/people-text.ts';
import { readHumans } from '../../workflow/bank/humans/read-humans.ts';
import type { Context } from '../operation.ts';

/** People on the items of a ranking of a bank of one's own; null without human figures. */
export async function peopleOfRanking(
  bank: string | undefined,
  store: Context['store'],
  items: readonly string[],
  target: ScoreTarget,
): Promise<PeopleOn | null> {
  if (bank === undefined || isBuiltinBank(bank)) return null;
  const humans = await store((open) => readHumans(open, bank));
  return humans === null ? null : peopleOn(humans, items, target);
}

/** Below a ranking: people are a reference without a rank. */
export function peopleLine(people: PeopleOn, bank: string, t: Words = ENGLISH): string {
  const { items, of } = people;
  const on =
    items === of
      ? ''
      : t('On {items} of {of, plural, one {# item} other {# items}}.', { items: count(items), of });
  const command = `thetarank bank humans ${bank}`;
  return sentences(
    [peopleText(people, t), on, t('They have no rank. By tag: {command}', { command })],
    t,
  );
}
