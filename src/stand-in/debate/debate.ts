import { hash } from 'node:crypto';
import type { Item } from '../../../item-bank/items/item.ts';
import { itemChance } from '../../../sim/debate/item-chance.ts';
import { nameKey, pairDraw } from '../../../sim/debate/pair-draw.ts';
import { persuasionProbability } from '../../../sim/debate/persuasion.ts';
import { randomStream } from '../../random.ts';
import type { Intended } from '../answerers/intended-answer.ts';
import { phrase } from '../answerers/phrase.ts';
import { shownAs } from '../answerers/shown-as.ts';
import { type Opinion, type Situation, simulatedOpinion } from '../answerers/simulated-opinion.ts';
import { normaliseQuestion } from '../questions/normalise-question.ts';
import { readAnswer } from './read-answer.ts';
import type { Stage } from './read-stage.ts';
import { finding, opening, roundOf, verdict } from './words.ts';

/** A model that is asked in a debate. */
export interface Debating extends Situation {
  /** The letter under which the prompt shows each option, by the item's own letter. */
  readonly names: Readonly<Record<string, string>>;
  /** Of everyone who may have spoken. */
  readonly abilities: ReadonlyMap<string, number>;
}

/** What a critic says: who speaks, whether it agrees with the answer, why, and its own answer. */
export function criticise(debating: Debating, own: Opinion, quoted: string): string {
  const { model, item, repeat, seed, isChinese, names } = debating;
  const round = roundOf(quoted, startOf(debating), isChinese);
  const again = round === 0 ? [] : ['round', round];
  const random = randomStream(seed, 'criticism', repeat, model, item.id, 'words', ...again);
  const kind = verdictOn(quoted, own, item, names);
  const place = [...debating.abilities.keys()].indexOf(model);
  const said = `${openings(debating)(place)}\n${verdict(kind, isChinese, random)}`;
  return `${said}\n\n${phrase(shownAs(own.intended, item, names), isChinese, random)}`;
}

/**
 * What who was criticised says in the end: its answer, or that of the critic. Of choices and orders both are read in the
 * messages; of texts, which cannot be, they are what the two hold.
 */
export function reflect(
  debating: Debating,
  own: Opinion,
  { answer, criticism, round: before }: Extract<Stage, { stage: 'reflect' }>,
): string {
  const { model, ability, item, curve, repeat, seed, settings, isChinese, names } = debating;
  const critic = speaker(criticism, debating);
  // A prompt shows the last round alone; earlier ones are told by the words of the answer.
  const start = startOf(debating);
  const round = Math.max(before, roundOf(answer, start, isChinese));
  const dispute =
    'options' in item
      ? readDispute(item, own.intended, { answer, criticism, names })
      : knownDispute(debating, own, critic);
  // A criticism in the words of nobody here is somebody's: the same words are always the same one's.
  const criticKey = nameKey(critic ?? hash('sha1', criticism));
  const isPersuaded =
    dispute.argued !== undefined &&
    pairDraw(itemChance(seed, item.id, 0).key, nameKey(model), criticKey, repeat, round) <
      persuasionProbability(settings, {
        generatorHold: hold(ability, curve),
        criticHold: critic === undefined ? 0 : hold(debating.abilities.get(critic)!, curve),
        isCriticRight: dispute.isCriticRight,
      });
  const random = randomStream(
    seed,
    'reflection',
    repeat,
    round,
    criticKey,
    model,
    item.id,
    'words',
  );
  const final = isPersuaded ? dispute.argued : dispute.before;
  const said = finding(isPersuaded ? 'changed' : 'kept', round, start, isChinese);
  return `${said}\n\n${phrase(shownAs(final, item, names), isChinese, random)}`;
}

interface Held {
  readonly before: Intended;
  /** Undefined if nothing else is argued for. */
  readonly argued: Intended | undefined;
  readonly isCriticRight: boolean;
}

function readDispute(
  item: Extract<Item, { options: unknown }>,
  own: Intended,
  said: { answer: string; criticism: string; names: Readonly<Record<string, string>> },
): Held {
  const answer = readAnswer(said.answer, item, said.names);
  const argued = readAnswer(said.criticism, item, said.names);
  const before = answer === undefined ? own : lettersOf(answer);
  if (argued === undefined || argued === spelled(before))
    return { before, argued: undefined, isCriticRight: false };
  return { before, argued: lettersOf(argued), isCriticRight: argued === item.key.join('') };
}

function knownDispute(debating: Debating, own: Opinion, critic: string | undefined): Held {
  const before = own.intended;
  if (critic === undefined) return { before, argued: undefined, isCriticRight: false };
  const ability = debating.abilities.get(critic)!;
  const other = simulatedOpinion({ ...debating, model: critic, ability });
  const isSame =
    own.isRight === other.isRight && (own.isRight || spelled(before) === spelled(other.intended));
  return { before, argued: isSame ? undefined : other.intended, isCriticRight: other.isRight };
}

function verdictOn(
  quoted: string,
  { intended, isRight }: Opinion,
  item: Item,
  names: Readonly<Record<string, string>>,
): 'agreement' | 'objection' | 'silence' {
  if ('options' in item) {
    const answer = readAnswer(quoted, item, names);
    if (answer === undefined) return 'silence';
    return answer === spelled(intended) ? 'agreement' : 'objection';
  }
  const text = normaliseQuestion(quoted);
  const references = item.type === 'case' ? item.key.flatMap(({ answers }) => answers) : item.key;
  const agreeable = isRight ? references : [spelled(intended)];
  return agreeable.some((one) => text.includes(normaliseQuestion(one))) ? 'agreement' : 'objection';
}

/** The model whose opening a criticism has; undefined if there is none. */
function speaker(criticism: string, debating: Debating): string | undefined {
  const openingOf = openings(debating);
  return [...debating.abilities.keys()].find((_, place) => criticism.includes(openingOf(place)));
}

/** The opening of each model on an item, by its place. */
function openings(debating: Debating): (place: number) => string {
  const start = startOf(debating);
  return (place) => opening(place, start, debating.isChinese);
}

/** Which words an item begins with. */
function startOf({ item, seed }: Debating): number {
  return itemChance(seed, item.id, 0).key >>> 0;
}

function hold(ability: number, { a, b }: Situation['curve']): number {
  return a * (ability - b);
}

function lettersOf(answer: string): Intended {
  return { kind: 'letters', letters: [...answer] };
}

function spelled(intended: Intended): string {
  return intended.kind === 'letters' ? intended.letters.join('') : intended.text;
}
