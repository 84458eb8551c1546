import type { Item } from '../../../item-bank/items/item.ts';
import { requireExample } from '../require-example.ts';
import { type Prompt, type PromptOptions, sealPrompt } from '../seal-prompt.ts';
import { promptLanguageOf, wordingOf } from '../wording/language.ts';
import type { LikelihoodVariant, Wording } from '../wording/wording.ts';
import { refuseImages, refuseType } from './refuse-type.ts';

type SingleChoice = Extract<Item, { type: 'single' }>;

/** Between the question and an option, and between examples, as lm-evaluation-harness has them by default. */
const DELIMITER = ' ';
const BETWEEN = '\n\n';

/**
 * The text that a base model is given, with the options that may follow it. The texts are those of lm-evaluation-harness 0.4:
 * `letter` as its task `mmlu` (the options are shown; the continuation is a letter), `cloze` as its tasks `arc_easy` and
 * `arc_challenge` (they are not; the continuation is the text of an option). Shots stand before the question, each with its right
 * continuation.
 * @throws OPTIONS_CONFLICT for an item or a shot that is no single choice or has pictures, and for the item as a shot of its own
 */
export function likelihoodPrompt(
  item: Item,
  options: PromptOptions & { readonly variant: LikelihoodVariant },
): Prompt {
  const { variant, language = promptLanguageOf(item), shots = [] } = options;
  if (item.type !== 'single') return refuseType(item, variant);
  refuseImages(item, variant);
  const wording = wordingOf(language);
  const examples = shots.map((shot) => {
    requireExample(shot, item);
    if (shot.type !== 'single') return refuseType(shot, variant);
    refuseImages(shot, variant);
    const right = continuationsOf(shot, variant)[Object.keys(shot.options).indexOf(shot.key[0])];
    return `${contextOf(shot, variant, wording)}${DELIMITER}${right}${BETWEEN}`;
  });
  const content = `${examples.join('')}${contextOf(item, variant, wording)}`;
  const continuations = continuationsOf(item, variant).map((text) => `${DELIMITER}${text}`);
  return sealPrompt(item, options, [{ role: 'user', content }], continuations);
}

/** What may follow, without the space before it: in the order of the options. */
function continuationsOf({ options }: SingleChoice, variant: LikelihoodVariant): string[] {
  return variant === 'letter' ? Object.keys(options) : Object.values(options);
}

function contextOf(
  { context, stem, options }: SingleChoice,
  variant: LikelihoodVariant,
  { continued }: Wording,
): string {
  const lines = Object.entries(options).map(([letter, text]) => `${letter}. ${text}`);
  return [
    ...(context === undefined ? [] : [context.trim()]),
    ...(variant === 'letter' ? [stem.trim(), ...lines] : [`${continued.question}${stem.trim()}`]),
    continued.answer,
  ].join('\n');
}
