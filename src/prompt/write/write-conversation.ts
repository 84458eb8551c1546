import type { Conversation } from '../conversation.ts';
import { quote } from '../debate/quote.ts';
import { askedAgain } from '../judge/judge-conversation.ts';
import type { PromptLanguage } from '../wording/language.ts';
import { draftedQuestion, FORMS } from './drafted-question.ts';
import type { IssueKind, WrittenType } from './issues.ts';
import { writeWordingOf } from './wording/language.ts';

/** What experts said of earlier questions, for the writer of the next ones. Their words are untrusted. */
export interface WriterFeedback {
  /** Most frequent first. */
  readonly reasons: readonly { readonly kind: IssueKind; readonly times: number }[];
  readonly comments: readonly string[];
}

/** What a writer is asked for. */
export interface WriteRequest {
  readonly language: PromptLanguage;
  readonly type: WrittenType;
  readonly passage: string;
  /** The sentence of the passage that is asked about, so that two questions from one passage differ; null for the writer's choice. */
  readonly focus: string | null;
  /** Passages on similar things, for wrong options. */
  readonly others: readonly string[];
  readonly guideline: string | null;
  /** Null in the first round. */
  readonly feedback: WriterFeedback | null;
  /** The question that this one replaces, as text, and why; null for a new one. */
  readonly rejected: {
    readonly question: string;
    readonly reasons: readonly IssueKind[];
    readonly comments: readonly string[];
  } | null;
}

/** The conversation with a writer, over with the first reply that has a question. */
export function writeConversation(request: WriteRequest): Conversation {
  const { language, type, passage, focus, others, guideline, feedback, rejected } = request;
  const wording = writeWordingOf(language);
  const { headings, kinds } = wording;
  const form = FORMS[type];
  const named = (kind: IssueKind) => `${kind} (${kinds[kind]})`;
  const content = [
    wording.write[type],
    wording.rules,
    ...(guideline === null ? [] : [`${headings.guideline}\n${quote(guideline)}`]),
    ...(feedback === null || feedback.reasons.length === 0
      ? []
      : [
          `${headings.feedback}\n${feedback.reasons.map(({ kind, times }) => `- ${wording.times(named(kind), times)}`).join('\n')}`,
        ]),
    ...(feedback === null || feedback.comments.length === 0
      ? []
      : [`${headings.comments}\n${feedback.comments.map(quote).join('\n\n')}`]),
    ...(rejected === null
      ? []
      : [
          `${headings.rejected}\n${quote(rejected.question)}`,
          ...(rejected.reasons.length === 0
            ? []
            : [rejected.reasons.map((kind) => `- ${named(kind)}`).join('\n')]),
          ...rejected.comments.map(quote),
        ]),
    `${headings.passage}\n${quote(passage)}`,
    ...(focus === null ? [] : [`${headings.focus}\n${quote(focus)}`]),
    ...(others.length === 0 ? [] : [`${headings.others}\n${others.map(quote).join('\n\n')}`]),
    wording.quoted,
    wording.ask(form),
  ].join('\n\n');
  return askedAgain(
    `write-${language}-${wording.revision}/${type}`,
    content,
    wording,
    (outputs) => {
      const read = draftedQuestion(type, outputs);
      if ('stem' in read) return null;
      const { none, field } = wording.problems;
      return wording.again(read.field === null ? none : field(read.field), form);
    },
  );
}
