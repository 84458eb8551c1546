import { debateWordingOf } from '../../prompt/debate/wording/language.ts';
import { PROMPT_LANGUAGES, type PromptLanguage } from '../../prompt/prompt.ts';
import type { QuestionMessage } from '../answerer.ts';

/** What a request wants of a debate, as the prompts of src/prompt/debate put it. */
export type Stage =
  | {
      readonly stage: 'criticise';
      readonly language: PromptLanguage;
      /** The question as it was put to who answered it. */
      readonly question: readonly QuestionMessage[];
      /** The answer to be criticised; of a case all of them. */
      readonly quoted: string;
    }
  | {
      readonly stage: 'reflect';
      readonly language: PromptLanguage;
      readonly question: readonly QuestionMessage[];
      /** The answer that was criticised. */
      readonly answer: string;
      readonly criticism: string;
      /** How often this answer was criticised before. */
      readonly round: number;
      /** False where questions of a case follow the criticism: nothing else has any. */
      readonly isLast: boolean;
    };

const QUOTED = '> ';

/**
 * The stage that messages are of; undefined for any other request. They are told by the headings of the prompts, each
 * with a quotation below it: no line of a quotation can pass for one, since each begins with `> `.
 */
export function readStage(messages: readonly QuestionMessage[]): Stage | undefined {
  const last = messages.at(-1);
  if (last?.role !== 'user') return undefined;
  for (const language of PROMPT_LANGUAGES) {
    const wording = debateWordingOf(language);
    const places = messages.flatMap(({ role, content }, k) =>
      role === 'user' &&
      content.startsWith(`${wording.criticism}\n${QUOTED}`) &&
      messages[k - 1]?.role === 'assistant'
        ? [k]
        : [],
    );
    const at = places.at(-1);
    if (at !== undefined)
      return {
        stage: 'reflect',
        language,
        question: messages.slice(0, places[0] - 1),
        answer: messages[at - 1].content,
        criticism: quotations(messages[at].content, wording.criticism).join('\n\n'),
        round: places.length - 1,
        isLast: at === messages.length - 1,
      };
    const quoted = quotations(last.content, wording.answer);
    if (quoted.length > 0)
      return {
        stage: 'criticise',
        language,
        question: [
          ...messages.slice(0, -1),
          { ...last, content: unquoted(last.content, wording.answer) },
        ],
        quoted: quoted.join('\n\n'),
      };
  }
  return undefined;
}

/** What is quoted below each line that is `heading`. */
function quotations(text: string, heading: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, k) => {
    if (line !== heading) return [];
    const rest = lines.slice(k + 1);
    const end = rest.findIndex((one) => !one.startsWith(QUOTED));
    const own = rest.slice(0, end === -1 ? rest.length : end);
    return own.length === 0 ? [] : [own.map((one) => one.slice(QUOTED.length)).join('\n')];
  });
}

/** Without what is quoted below `heading`: what is named there is not asked. Quotations of the question itself stay. */
function unquoted(text: string, heading: string): string {
  let isBelow = false;
  return text
    .split('\n')
    .filter((line) => {
      isBelow = line === heading || (isBelow && line.startsWith(QUOTED));
      return !isBelow;
    })
    .join('\n');
}
