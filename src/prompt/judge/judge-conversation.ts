import { createHash } from 'node:crypto';
import { canonicalJson } from '../../canonical-json.ts';
import type { Conversation } from '../conversation.ts';
import { quote } from '../debate/quote.ts';
import { seal } from '../debate/seal.ts';
import { shorten } from '../debate/shorten.ts';
import { withoutThinking } from '../debate/without-thinking.ts';
import type { ChatMessage } from '../message.ts';
import { CODE, gradeCode } from './grade-code.ts';
import { readJudgement } from './read-judgement.ts';
import type { Rubric } from './rubric.ts';
import { judgeWordingOf } from './wording/language.ts';
import type { JudgeWording } from './wording/wording.ts';

/** What a judge sees of one question and its answer. */
export interface JudgedAnswer {
  /** Of the case, or what else stands before the question. */
  readonly description?: string | undefined;
  /** The earlier questions of a case, with their reference answers. */
  readonly history?: readonly {
    readonly question: string;
    readonly references: readonly string[];
  }[];
  readonly question: string;
  readonly references: readonly string[];
  /** The output of the model. */
  readonly answer: string;
}

/** Questions to a judge about one answer: the first, and at most two more if its replies could not be read. */
const MOST_TURNS = 3;
/** The most of an answer and of an earlier reply that a judge is shown, in UTF-16 code units. */
const LONGEST_ANSWER = 20_000;
const LONGEST_REPLY = 4000;

/**
 * The conversation with a judge about one answer, over with the first reply that `readJudgement` can read. All texts but those of the
 * rubric are quoted line by line, so that none of them can pass for the prompt's own.
 */
export function judgeConversation(rubric: Rubric, judged: JudgedAnswer): Conversation {
  const wording = judgeWordingOf(rubric.language);
  const code = gradeCode(rubric.name, [judged.answer]);
  const form = formOf(rubric, code);
  const content = [
    rubric.instruction,
    `${wording.aspects}\n${rubric.aspects.map((aspect) => aspectLines(aspect, wording)).join('\n')}`,
    ...materialOf(judged, wording),
    `${wording.answer}\n${quote(shownAnswer(judged.answer, wording))}`,
    wording.quoted,
    ...(code === null ? [] : [wording.code(code)]),
    wording.ask(form),
  ].join('\n\n');
  return askedAgain(judgeVersion(rubric), content, wording, (outputs) => {
    const read = readJudgement(outputs, rubric, judged.answer);
    return read.reason === null ? null : wording.again(read.problem, form);
  });
}

/**
 * A conversation that begins with `content` and goes on while a reply cannot be read.
 * @param again the next question; null if the replies can be read
 */
export function askedAgain(
  version: string,
  content: string,
  wording: Pick<JudgeWording, 'leftOut' | 'nothing'>,
  again: (outputs: readonly string[]) => string | null,
): Conversation {
  return {
    turns: MOST_TURNS,
    isOver: (outputs) => again(outputs) === null,
    next(outputs) {
      if (outputs.length >= MOST_TURNS)
        throw new RangeError(`${outputs.length} of ${MOST_TURNS} answers`);
      const messages: ChatMessage[] = [{ role: 'user', content }];
      for (const [k, output] of outputs.entries()) {
        const said = shorten(withoutThinking(output), LONGEST_REPLY, wording.leftOut);
        messages.push(
          { role: 'assistant', content: said === '' ? wording.nothing : said },
          { role: 'user', content: again(outputs.slice(0, k + 1)) ?? content },
        );
      }
      return seal(version, messages);
    },
  };
}

/** The quoted texts before the answers: description, earlier questions, question, reference answers. */
export function materialOf(
  { description, history = [], question, references }: Omit<JudgedAnswer, 'answer'>,
  wording: JudgeWording,
): string[] {
  const { headings } = wording;
  const earlier = history.map(
    (one, k) =>
      `${headings.earlierQuestion} ${k + 1}:\n${quote(one.question)}\n${headings.earlierAnswer} ${k + 1}:\n${quote(one.references.join('\n\n'))}`,
  );
  return [
    ...(description === undefined ? [] : [`${headings.description}\n${quote(description)}`]),
    ...(earlier.length === 0 ? [] : [`${headings.history}\n\n${earlier.join('\n\n')}`]),
    `${headings.question}\n${quote(question)}`,
    `${headings.references}\n${references.map(quote).join('\n\n')}`,
  ];
}

/** An answer as judges see it. */
export function shownAnswer(answer: string, wording: JudgeWording): string {
  const text = withoutThinking(answer);
  return text === '' ? wording.nothing : shorten(text, LONGEST_ANSWER, wording.leftOut);
}

/** `judge-en-1/cmb-clin-1-1a2b3c4d`: language, revision of the words, name and version of the rubric, begin of its SHA-256. */
function judgeVersion(rubric: Rubric): string {
  const { language, name, version } = rubric;
  const hash = createHash('sha256').update(canonicalJson(rubric)).digest('hex').slice(0, 8);
  return `judge-${language}-${judgeWordingOf(language).revision}/${name}-${version}-${hash}`;
}

function aspectLines(
  { name, description, low, high, points }: Rubric['aspects'][number],
  wording: JudgeWording,
): string {
  const steps = Object.keys(points)
    .map(Number)
    .sort((x, y) => x - y)
    .map((at) => `  ${at}: ${points[at]}`);
  return [`${name} (${wording.range(low, high)}): ${description}`, ...steps].join('\n');
}

/** A letter in place of each grade: a judge that repeats the form has given none, and no example suggests one. */
function formOf({ aspects }: Rubric, code: string | null): string {
  const grades = aspects.map(({ name }) => `${JSON.stringify(name)}: X`);
  const all = code === null ? grades : [...grades, `"${CODE}": "${code}"`];
  return `{${all.join(', ')}}`;
}
