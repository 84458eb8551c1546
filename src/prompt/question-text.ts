import type { Item } from '../../item-bank/items/item.ts';
import type { PromptVariant, Wording } from './wording/wording.ts';

const LINE_END = /\r\n?|[\n\u2028\u2029]/g;
const INDENT = '\n   ';

/** One message of the user: what kind of question it is, its texts, and the form of the answer last. */
export function questionText(
  item: Exclude<Item, { type: 'case' }>,
  variant: PromptVariant,
  { types, headings }: Wording,
): string {
  const { intro, ask } = types[item.type];
  return [
    intro,
    ...(item.context === undefined ? [] : [`${headings.context}\n${item.context}`]),
    `${headings.question}\n${item.stem}`,
    ...('options' in item ? [`${headings.options}\n${optionLines(item.options)}`] : []),
    ask[variant],
  ].join('\n\n');
}

/** The first message of a conversation about a case, before its first question. */
export function caseText(
  item: Extract<Item, { type: 'case' }>,
  { types, headings }: Wording,
): string {
  const description = item.context === undefined ? item.stem : `${item.context}\n\n${item.stem}`;
  return [types.case.intro, `${headings.case}\n${description}`].join('\n\n');
}

/** One question of a case. */
export function caseQuestionText(
  question: string,
  variant: PromptVariant,
  { types, headings }: Wording,
): string {
  return [`${headings.question}\n${question}`, types.case.ask[variant]].join('\n\n');
}

/** A line per option. The further lines of an option are indented, so that none of them can pass for another option. */
function optionLines(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([letter, text]) => `${letter}. ${text.replaceAll(LINE_END, INDENT)}`)
    .join('\n');
}
