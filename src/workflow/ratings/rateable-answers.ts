import type { Item } from '../../../item-bank/items/item.ts';
import { judgedAnswers } from '../../prompt/judge/judged-answers.ts';
import { type JudgedItem, rubricNameOf } from '../../run/judges/judge-panel.ts';
import type { Grades, RatedAnswer, ShownAnswer } from '../../store/ratings/rating-types.ts';
import type { Store } from '../../store/store.ts';
import type { LeftOut } from './rating-panel.ts';
import { type AnswerSource, saidToEach } from './source-answers.ts';

/** An answer to one question, with all that is frozen when a panel is made. */
export type RateableAnswer = Omit<RatedAnswer, 'answer'> & { readonly shown: ShownAnswer };

/** The items of a bank by whether people can rate answers to them. */
export interface RateableItems {
  readonly rateable: ReadonlyMap<string, JudgedItem>;
  /** The ids of items with options. */
  readonly closed: ReadonlySet<string>;
  /** The ids of open items and cases that name no rubric, if none is named for all. */
  readonly withoutRubric: ReadonlySet<string>;
}

/**
 * The items of a bank whose answers people can rate: open ones and cases; with a rubric that is not named, only those that name one themselves.
 * @throws NAME_UNKNOWN
 */
export async function rateableItems(
  store: Pick<Store, 'items'>,
  bank: string,
  rubric: string | null,
): Promise<RateableItems> {
  const rateable = new Map<string, JudgedItem>();
  const [closed, withoutRubric] = [new Set<string>(), new Set<string>()];
  for await (const item of store.items(bank))
    if (!isJudged(item)) closed.add(item.id);
    else if (rubric === null && rubricNameOf(item) === null) withoutRubric.add(item.id);
    else rateable.set(item.id, item);
  return { rateable, closed, withoutRubric };
}

const isJudged = (item: Item): item is JudgedItem => item.type === 'open' || item.type === 'case';

/** The answers of a source question by question, and how many cannot be rated. */
export function rateableAnswers(
  { answers, judgements }: AnswerSource,
  items: ReadonlyMap<string, JudgedItem>,
): { readonly answers: RateableAnswer[]; readonly leftOut: LeftOut } {
  const judged = new Map<string, Record<string, Grades>>();
  for (const { judge, grades, ...about } of judgements) {
    const key = keyOf(about);
    judged.set(key, { ...judged.get(key), [judge]: grades });
  }
  const left = { empty: 0, changed: 0, pictures: 0 };
  const found = answers.flatMap(({ model, condition, item: id, itemHash, output }) => {
    const item = items.get(id)!;
    const isAsAsked = itemHash === null || item.hash === itemHash;
    if (item.images !== undefined || !isAsAsked) {
      left[isAsAsked ? 'pictures' : 'changed']++;
      return [];
    }
    const outputs = saidToEach(output, item.type === 'case');
    return judgedAnswers(item, outputs).flatMap((one, question): RateableAnswer[] => {
      if (one.answer === '') {
        left.empty++;
        return [];
      }
      const about = { model, condition, item: id, question };
      return [
        {
          ...{ ...about, itemHash: item.hash, label: labelOf(item, about) },
          judgements: judged.get(keyOf(about)) ?? {},
          shown: {
            description: one.description ?? null,
            history: (one.history ?? []).map(({ question: asked, references }) => ({
              question: asked,
              references: [...references],
            })),
            question: one.question,
            references: [...one.references],
            answer: one.answer,
          },
        },
      ];
    });
  });
  return { answers: found, leftOut: left };
}

type About = Pick<RatedAnswer, 'model' | 'condition' | 'item' | 'question'>;

const keyOf = ({ model, condition, item, question }: About) =>
  JSON.stringify([model, condition, item, question]);

/** As `thetarank judges` names answers of a run. */
function labelOf(item: JudgedItem, { condition, question }: About): string {
  const part =
    item.type === 'case' && item.key.length > 1 ? `${item.id} #${question + 1}` : item.id;
  return condition === '' ? part : `${part} ~ ${condition}`;
}
