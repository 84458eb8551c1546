/** Changes of an item's texts; all but `repeat` give other texts. */
export const ITEM_VARIANTS = {
  typos: /*T*/ 'a mix of all misspellings that fit the language',
  shape: /*T*/ 'Chinese characters replaced by others of similar shape',
  homophones: /*T*/ 'Chinese characters replaced by others of the same sound',
  keyboard: /*T*/ 'Latin letters replaced by their neighbours on the keyboard',
  'look-alikes':
    /*T*/ 'Latin letters replaced by digits or letters of other scripts that look the same',
  swaps: /*T*/ 'two neighbouring letters of a word exchanged',
  symbols: /*T*/ 'symbols inserted between characters',
  traditional: /*T*/ 'simplified Chinese, options included, written in traditional characters',
  'none-of-above':
    /*T*/ 'the text of the right option replaced: none of the other options is correct',
  'wrong-hint': /*T*/ 'a wrong reference answer after the question',
  shuffle: /*T*/ 'the options in another order',
  repeat: /*T*/ 'the same question once more: what chance alone changes',
} as const;
export type ItemVariant = keyof typeof ITEM_VARIANTS;

/** Other prompts for the same item. */
export const PROMPT_CHANGES = {
  'answer-only': /*T*/ 'asks for the answer alone',
  cot: /*T*/ 'asks for reasoning before the answer',
  'zero-shot': /*T*/ 'without worked examples',
  'shots-K': /*T*/ 'K worked examples before the question, such as shots-5',
} as const;
export type PromptChange = 'answer-only' | 'cot' | 'zero-shot' | `shots-${number}`;

/** Misspellings, of which a share of the characters is changed. */
const MISSPELLINGS = [
  'shape',
  'homophones',
  'traditional',
  'symbols',
  'keyboard',
  'look-alikes',
  'swaps',
] as const;
export type Misspelling = (typeof MISSPELLINGS)[number];

export function isItemVariant(name: string): name is ItemVariant {
  return Object.hasOwn(ITEM_VARIANTS, name);
}

export function isPromptChange(name: string): name is PromptChange {
  return name === 'answer-only' || name === 'cot' || name === 'zero-shot' || shotsOf(name) !== null;
}

/** Whether a variant misspells a share of the characters. */
export function isMisspelling(name: ItemVariant): boolean {
  return name === 'typos' || (name !== 'traditional' && MISSPELLINGS.some((one) => one === name));
}

/** K of `shots-K`, from 1 to 99; null for another name. */
export function shotsOf(name: string): number | null {
  const found = /^shots-([1-9][0-9]?)$/.exec(name);
  return found === null ? null : Number(found[1]);
}

export type StressVariant = ItemVariant | PromptChange;

/** All variants by name, with what they are. */
export const STRESS_VARIANTS: Readonly<Record<string, string>> = {
  ...ITEM_VARIANTS,
  ...PROMPT_CHANGES,
};
