import type { Item } from '../../../item-bank/items/item.ts';
import type { TaxonomyValue } from '../../../item-bank/taxonomies/taxonomy.ts';
import type { Conversation } from '../conversation.ts';
import { quote } from '../debate/quote.ts';
import { seal } from '../debate/seal.ts';
import { shorten } from '../debate/shorten.ts';
import { withoutThinking } from '../debate/without-thinking.ts';
import type { ChatMessage } from '../message.ts';
import { type PromptLanguage, promptLanguageOf } from '../wording/language.ts';
import { type LabelChoices, readLabel } from './read-label.ts';
import { annotateWordingOf, NONE_TEXT, PROBLEMS } from './wording.ts';

/** Questions about one label: the first, and at most two more if a reply could not be read. */
const MOST_TURNS = 3;
const LONGEST_REPLY = 2000;
/** More labels are not listed in the format of the reply: endpoints take no more. */
const MOST_CHOICES = 500;

/**
 * The conversation with a model about the label of an item, over with the first reply that `readLabel` can read, or that refuses. The texts
 * of the item are quoted line by line, so that none of them can pass for the prompt's own.
 * @param withKey whether the right answer is shown too
 */
export function annotationConversation(
  item: Item,
  choices: LabelChoices,
  withKey: boolean,
): Conversation {
  const language = promptLanguageOf(item);
  const wording = annotateWordingOf(language);
  const { level, values, mayFitNone } = choices;
  const none = mayFitNone ? [`${NONE_TEXT}${wording.colon}${wording.none}`] : [];
  const content = [
    wording.intro(nameIn(level.name, language)),
    `${wording.labels}\n${[...values.map((value) => labelLine(value, language)), ...none].join('\n')}`,
    ...materialOf(item, withKey),
    wording.quoted,
    wording.ask,
  ].join('\n\n');
  const ids = [...values.map(({ id }) => id), ...(mayFitNone ? [NONE_TEXT] : [])];
  const version = `annotate-${language}-${wording.revision}${withKey ? '/key' : ''}`;
  return {
    turns: MOST_TURNS,
    isOver: (outputs) => readLabel(outputs, choices).kind !== 'unreadable',
    next(outputs) {
      if (outputs.length >= MOST_TURNS)
        throw new RangeError(`${outputs.length} of ${MOST_TURNS} answers`);
      const messages: ChatMessage[] = [
        {
          role: 'user',
          content,
          ...(item.images === undefined ? {} : { images: item.images.map(({ url }) => url) }),
        },
      ];
      for (const [k, output] of outputs.entries()) {
        const said = shorten(withoutThinking(output), LONGEST_REPLY, wording.leftOut);
        const read = readLabel(outputs.slice(0, k + 1), choices);
        const fault = read.kind === 'unreadable' ? read.fault : 'no-label';
        messages.push(
          { role: 'assistant', content: said === '' ? wording.nothing : said },
          { role: 'user', content: wording.again(PROBLEMS[language][fault]) },
        );
      }
      const sealed = seal(version, messages);
      return ids.length > MOST_CHOICES ? sealed : { ...sealed, choices: ids };
    },
  };
}

/** `Circ: Diseases of the circulatory system. Such as …` */
function labelLine(value: TaxonomyValue, language: PromptLanguage): string {
  const { colon } = annotateWordingOf(language);
  const name = nameIn(value.name, language);
  const { id, description } = value;
  const about = description?.[language] ?? description?.en ?? description?.zh;
  const named = name === id ? id : `${id}${colon}${name}`;
  return about === undefined ? named : `${named}${language === 'zh' ? '。' : '. '}${about}`;
}

/** A name in a language, or in the other one. */
function nameIn(
  name: { readonly en?: string | undefined; readonly zh?: string | undefined },
  language: PromptLanguage,
): string {
  return (name[language] ?? name.en ?? name.zh)!;
}

/** The quoted texts of an item. */
function materialOf(item: Item, withKey: boolean): string[] {
  const wording = annotateWordingOf(promptLanguageOf(item));
  const part = (heading: string, text: string) => `${heading}\n${quote(text)}`;
  const questions = item.type === 'case' ? item.key.map(({ question }) => question) : [];
  const options =
    'options' in item
      ? Object.entries(item.options).map(([letter, text]) => `${letter}. ${text}`)
      : [];
  return [
    ...(item.context === undefined ? [] : [part(wording.context, item.context)]),
    part(wording.question, [item.stem, ...questions].join('\n\n')),
    ...(options.length === 0 ? [] : [part(wording.options, options.join('\n'))]),
    ...(withKey ? [part(wording.key, keyOf(item))] : []),
  ];
}

function keyOf(item: Item): string {
  if (item.type === 'case') return item.key.map(({ answers }) => answers[0]).join('\n');
  return item.key.join('options' in item ? ', ' : '\n');
}
