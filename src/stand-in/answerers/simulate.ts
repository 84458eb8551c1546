import type { Item } from '../../../item-bank/items/item.ts';
import { probability } from '../../irt/probability.ts';
import { randomNormal, randomStream } from '../../random.ts';
import type { Answer, Answerer, Asked, Unanswered } from '../answerer.ts';
import type { QuestionIndex } from '../questions/question-index.ts';
import { lettersInMessage } from '../questions/shown-letters.ts';
import { type Intended, intendedAnswer } from './intended-answer.ts';
import { phrase, reasoning } from './phrase.ts';

/** The parameters of one item, on the logistic metric. */
export interface ItemCurve {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

export interface Simulation {
  /** Name to ability. */
  readonly abilities: ReadonlyMap<string, number>;
  /** By the id of the item. Absent: discrimination 1, a difficulty drawn from the standard normal, guessing at chance. */
  readonly curves?: ReadonlyMap<string, ItemCurve>;
  readonly seed: number;
}

/** Models of these names think first: in a block within the text, or returned apart. */
const BLOCK = /-thinking$/;
const APART = /-reasoning$/;

/**
 * Answers right with the probability of the item at the ability of the model. Whether, and in which words, is drawn by
 * seed, model and item (and repeat): the same question gets the same answer, whenever it is asked.
 */
export function simulate(simulation: Simulation, questions: QuestionIndex): Answerer {
  const { abilities, curves, seed } = simulation;
  return {
    models: [...abilities.keys()],
    answer({ model, messages, repeat }: Asked): Answer | Unanswered {
      const items = questions.find(messages);
      if (items.length === 0) return 'question_unknown';
      const item = items.find(({ id }) => curves === undefined || curves.has(id));
      const ability = abilities.get(model);
      if (item === undefined || ability === undefined) return 'output_unknown';
      const { a, b, c, d } = curves?.get(item.id) ?? plainCurve(item, seed);
      const random = randomStream(seed, 'answer', model, item.id, repeat);
      const isRight = random() < probability(ability, a, b, c, d);
      const lastMessage = messages.at(-1)?.content ?? '';
      const isChinese = item.language.toLowerCase().split('-')[0] === 'zh';
      const intended = shown(
        intendedAnswer(item, isRight, { lastMessage, isChinese }, random),
        lastMessage,
        item,
      );
      const text = phrase(intended, isChinese, random);
      const thought = reasoning(isChinese, random);
      if (BLOCK.test(model))
        return { text: `<think>\n${thought}\n</think>\n\n${text}`, thinking: null };
      return { text, thinking: APART.test(model) ? thought : null };
    },
  };
}

function plainCurve(item: Item, seed: number): ItemCurve {
  const c = item.type === 'single' ? 1 / Object.keys(item.options).length : 0;
  return { a: 1, b: randomNormal(randomStream(seed, 'difficulty', item.id)), c, d: 1 };
}

/** The intended letters as the message shows them; those of a choice in ascending order. */
function shown(intended: Intended, message: string, item: Item): Intended {
  if (intended.kind === 'text' || !('options' in item)) return intended;
  const names = lettersInMessage(message, item);
  const letters = intended.letters.map((letter) => names[letter]);
  return { kind: 'letters', letters: item.type === 'sequencing' ? letters : letters.sort() };
}
