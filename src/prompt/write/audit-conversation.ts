import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Conversation } from '../conversation.ts';
import { quote } from '../debate/quote.ts';
import { askedAgain } from '../judge/judge-conversation.ts';
import type { PromptLanguage } from '../wording/language.ts';
import { ISSUE_KINDS, type WritingIssue } from './issues.ts';
import { jsonObjects } from './json-objects.ts';
import { ownText } from './own-text.ts';
import { stemText, type WrittenQuestion, wholeText } from './shown-question.ts';
import { writeWordingOf } from './wording/language.ts';

/** What an auditor sees. */
export interface AuditRequest {
  readonly language: PromptLanguage;
  readonly question: WrittenQuestion;
  readonly passage: string;
  readonly guideline: string | null;
}

const LONGEST_NOTE = 600;
const MOST_ISSUES = 20;
const auditSchema = z.object({
  issues: z
    .array(z.object({ kind: z.enum(ISSUE_KINDS), note: z.string().trim().default('') }))
    .max(MOST_ISSUES),
});
const solveSchema = z.object({
  answer: z
    .union([z.string(), z.array(z.string().max(2000)).max(26)])
    .transform((given) => [given].flat().map((one) => one.slice(0, 2000))),
});

const AUDIT_FORM = (code: string) => `{"code": "${code}", "issues": [{"kind": "…", "note": "…"}]}`;
const SOLVE_FORM = (code: string) => `{"code": "${code}", "answer": ["…"]}`;

/** A code that the quoted texts cannot contain, because it is a hash of them. */
function codeOf({ question, passage }: AuditRequest, purpose: string): string {
  return createHash('sha256')
    .update(JSON.stringify([purpose, question, passage]))
    .digest('hex')
    .slice(0, 8);
}

/** The conversation that has an auditor list the issues of a question, with its key. */
export function auditConversation(request: AuditRequest): Conversation {
  const { language, question, passage, guideline } = request;
  const wording = writeWordingOf(language);
  const { headings, kinds } = wording;
  const code = codeOf(request, 'audit');
  const content = [
    wording.audit,
    `${headings.kinds}\n${ISSUE_KINDS.map((kind) => `- ${kind}: ${kinds[kind]}`).join('\n')}`,
    ...(guideline === null ? [] : [`${headings.guideline}\n${quote(guideline)}`]),
    `${headings.passage}\n${quote(passage)}`,
    `${headings.question}\n${quote(wholeText(question, wording))}`,
    wording.quoted,
    wording.code(code),
    wording.ask(AUDIT_FORM(code)),
  ].join('\n\n');
  return askedAgain(`audit-${language}-${wording.revision}`, content, wording, (outputs) => {
    if (readAudit(request, outputs) !== null) return null;
    return wording.again(problemOf(request, code, outputs), AUDIT_FORM(code));
  });
}

/** The conversation that has an auditor answer a question without its key. */
export function solveConversation(request: AuditRequest): Conversation {
  const { language, question, passage } = request;
  const wording = writeWordingOf(language);
  const { headings } = wording;
  const code = codeOf(request, 'solve');
  const content = [
    wording.solve,
    `${headings.passage}\n${quote(passage)}`,
    `${headings.question}\n${quote(stemText(question))}`,
    wording.quoted,
    wording.code(code),
    wording.ask(SOLVE_FORM(code)),
  ].join('\n\n');
  return askedAgain(`solve-${language}-${wording.revision}`, content, wording, (outputs) => {
    if (readSolution(request, outputs) !== null) return null;
    return wording.again(problemOf(request, code, outputs), SOLVE_FORM(code));
  });
}

/** The issues that an auditor lists; null if no reply can be read, which is not the same as no issue. */
export function readAudit(
  request: AuditRequest,
  outputs: readonly string[],
): readonly WritingIssue[] | null {
  const code = codeOf(request, 'audit');
  const lists = outputs
    .flatMap((output) => objectsWith(code, output))
    .flatMap((object) => {
      const { data } = auditSchema.safeParse(object);
      return data === undefined ? [] : [data.issues];
    });
  if (lists.length === 0) return null;
  return lists[0].map(({ kind, note }) => ({
    by: 'auditor' as const,
    kind,
    note: note.slice(0, LONGEST_NOTE),
  }));
}

/** The auditor's own answer: letters, or a text; null if no reply can be read. */
export function readSolution(
  request: AuditRequest,
  outputs: readonly string[],
): readonly string[] | null {
  const code = codeOf(request, 'solve');
  for (const object of outputs.flatMap((output) => objectsWith(code, output))) {
    const { data } = solveSchema.safeParse(object);
    if (data === undefined) continue;
    if (request.question.options === null) return data.answer;
    const letters = data.answer.join('').toUpperCase().match(/[A-Z]/g);
    if (letters !== null) return letters;
  }
  return null;
}

function objectsWith(code: string, output: string) {
  return jsonObjects(ownText(output)).filter((object) => object.code === code);
}

function problemOf({ language }: AuditRequest, code: string, outputs: readonly string[]): string {
  const { none, field, code: lacks } = writeWordingOf(language).problems;
  const last = outputs.at(-1) ?? '';
  const objects = jsonObjects(ownText(last));
  if (objects.length === 0) return none;
  return objects.some((object) => object.code === code) ? field('issues, answer') : lacks;
}
