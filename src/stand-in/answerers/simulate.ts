import type { Item } from '../../../item-bank/items/item.ts';
import { type DebateSettings, debateSettings } from '../../../sim/debate/settings.ts';
import { randomNormal, randomStream } from '../../random.ts';
import type { Answer, Answerer, ModelQuestion, Unanswered } from '../answerer.ts';
import { criticise, type Debating, reflect } from '../debate/debate.ts';
import { readStage } from '../debate/read-stage.ts';
import type { NearQuestions } from '../questions/near-questions.ts';
import type { QuestionIndex } from '../questions/question-index.ts';
import { lettersInMessage } from '../questions/shown-letters.ts';
import { atTemperature } from './at-temperature.ts';
import { explained, headingAsked } from './explained.ts';
import { phrase, reasoning } from './phrase.ts';
import { shownAs } from './shown-as.ts';
import { simulatedOpinion } from './simulated-opinion.ts';

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
  /** How models share errors and persuade one another: what differs from the plain settings. */
  readonly debate?: Partial<DebateSettings>;
  /** Questions whose texts were changed are recognised too, and this share of the right answers to them is lost, in [0, 1]. */
  readonly changed?: { readonly near: NearQuestions; readonly loss: number };
}

/** Models of these names think first: in a block within the text, or returned apart. */
const BLOCK = /-thinking$/;
const APART = /-reasoning$/;

/**
 * Answers right with the probability of the item at the ability of the model. Whether, and in which words, is drawn by
 * seed, model and item (and repeat): the same question gets the same answer, whenever it is asked. Who is asked to
 * criticise or to reflect (src/prompt/debate) does so by the model of sim/debate.
 * @throws OPTION_INVALID for settings of a debate that are none
 */
export function simulate(simulation: Simulation, questions: QuestionIndex): Answerer {
  const { abilities, curves, seed } = simulation;
  const settings = debateSettings(simulation.debate);
  const models = [...abilities.keys()];
  return {
    models,
    itemsIn: (messages) => questions.find(messages),
    answer({ model, messages, repeat, temperature }: ModelQuestion): Answer | Unanswered {
      const read = readStage(messages);
      const near = simulation.changed?.near(read?.question ?? messages) ?? null;
      const found = near === null ? questions.find(read?.question ?? messages) : [near.item];
      // After a criticism only a case has further questions.
      const isOver = read?.stage === 'reflect' && !read.isLast && found[0]?.type !== 'case';
      const items = isOver ? questions.find(messages) : found;
      const stage = isOver ? undefined : read;
      if (items.length === 0) return 'question_unknown';
      const item = items.find(({ id }) => curves === undefined || curves.has(id));
      const ability = abilities.get(model);
      if (item === undefined || ability === undefined) return 'output_unknown';
      const question = stage?.question ?? messages;
      const asking = (stage?.stage === 'reflect' ? messages : question).at(-1)?.content ?? '';
      const isChinese = (stage?.language ?? languageOf(item)) === 'zh';
      const plain = curves?.get(item.id) ?? plainCurve(item, seed);
      const curve = near?.isChanged === true ? lose(plain, simulation.changed!.loss) : plain;
      const situation = {
        model,
        ability,
        item,
        curve,
        seed,
        ...atTemperature(repeat, settings, temperature),
        isChinese,
        lastMessage: asking,
      };
      const names = 'options' in item ? lettersInMessage(question.at(-1)?.content ?? '', item) : {};
      const debating: Debating = { ...situation, names, abilities };
      const own = simulatedOpinion(situation);
      const heading = stage === undefined ? headingAsked(asking, item) : null;
      const before =
        heading === null
          ? ''
          : `${heading}${explained(item, situation, isChinese, own.random)}\n\n`;
      const text =
        stage === undefined
          ? `${before}${phrase(shownAs(own.intended, item, names), isChinese, own.random, heading === null)}`
          : stage.stage === 'criticise'
            ? criticise(debating, own, stage.quoted)
            : reflect(debating, own, stage);
      const thought = reasoning(isChinese, own.random);
      if (BLOCK.test(model))
        return { text: `<think>\n${thought}\n</think>\n\n${text}`, thinking: null };
      return { text, thinking: APART.test(model) ? thought : null };
    },
  };
}

function languageOf({ language }: Item): string {
  return language.toLowerCase().split('-')[0];
}

function plainCurve(item: Item, seed: number): ItemCurve {
  const c = item.type === 'single' ? 1 / Object.keys(item.options).length : 0;
  return { a: 1, b: randomNormal(randomStream(seed, 'difficulty', item.id)), c, d: 1 };
}

/** A share of every probability is lost: (1 − loss) P. */
function lose({ a, b, c, d }: ItemCurve, loss: number): ItemCurve {
  return { a, b, c: c * (1 - loss), d: d * (1 - loss) };
}
