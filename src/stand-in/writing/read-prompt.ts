import { PROMPT_LANGUAGES, type PromptLanguage } from '../../prompt/wording/language.ts';
import {
  ISSUE_KINDS,
  type IssueKind,
  WRITTEN_TYPES,
  type WrittenType,
} from '../../prompt/write/issues.ts';
import type { WrittenQuestion } from '../../prompt/write/shown-question.ts';
import { writeWordingOf } from '../../prompt/write/wording/language.ts';

/** What a prompt asks a simulated writer or auditor. */
export type WritingPrompt =
  | {
      readonly stage: 'write';
      readonly language: PromptLanguage;
      readonly type: WrittenType;
      readonly passage: string;
      readonly focus: string | undefined;
      readonly others: readonly string[];
      /** Faults that the prompt says experts found. */
      readonly named: readonly IssueKind[];
    }
  | {
      readonly stage: 'audit' | 'solve';
      readonly passage: string;
      /** Without a key to solve it. */
      readonly question: WrittenQuestion;
      readonly code: string;
    };

/** Reads a prompt of src/prompt/write; undefined for any other. */
export function readWritingPrompt(prompt: string): WritingPrompt | undefined {
  for (const language of PROMPT_LANGUAGES) {
    const wording = writeWordingOf(language);
    const { headings } = wording;
    const passage = quotedAfter(prompt, headings.passage)[0];
    if (passage === undefined) continue;
    const type = WRITTEN_TYPES.find((one) => prompt.startsWith(wording.write[one]));
    if (type !== undefined) {
      const named = ISSUE_KINDS.filter((kind) => prompt.includes(`\n- ${kind} (`));
      return {
        ...{ stage: 'write', language, type, passage, named },
        focus: quotedAfter(prompt, headings.focus)[0],
        others: quotedAfter(prompt, headings.others),
      };
    }
    const stage = prompt.startsWith(wording.audit)
      ? 'audit'
      : prompt.startsWith(wording.solve)
        ? 'solve'
        : null;
    const text = quotedAfter(prompt, headings.question)[0];
    const code = /"code": "([0-9a-f]{8})"/.exec(prompt.replaceAll(/^>.*$/gm, ''))?.[1];
    if (stage === null || text === undefined || code === undefined) continue;
    return { stage, passage, code, question: questionIn(text, headings.key) };
  }
  return undefined;
}

const OPTION = /^([A-Z])\. (.*)$/;

function questionIn(text: string, keyHeading: string): WrittenQuestion {
  const lines = text.split('\n');
  const keyAt = lines.findIndex((line) => line.startsWith(keyHeading));
  const shown = lines.slice(0, keyAt === -1 ? lines.length : keyAt);
  const options = Object.fromEntries(
    shown.flatMap((line) => {
      const match = OPTION.exec(line);
      return match === null ? [] : [[match[1], match[2]]];
    }),
  );
  const hasOptions = Object.keys(options).length > 0;
  const key = keyAt === -1 ? '' : lines[keyAt].slice(keyHeading.length).trim();
  const stem = shown.filter((line) => !OPTION.test(line)).join('\n');
  const gaps = stem.split('____').length - 1;
  const type = !hasOptions
    ? 'open'
    : gaps === 0
      ? 'sequencing'
      : gaps === 1
        ? 'single'
        : 'multiple';
  return {
    ...{ type, stem, explanation: '', evidence: '' },
    options: hasOptions ? options : null,
    key: hasOptions ? [...key] : key.split('; '),
  };
}

/** The quoted texts below a heading, which blank lines separate. */
function quotedAfter(prompt: string, heading: string): string[] {
  const lines = prompt.split('\n');
  const at = lines.indexOf(heading);
  if (at === -1) return [];
  const texts: string[] = [];
  let open: string[] = [];
  for (const line of [...lines.slice(at + 1), '']) {
    if (line.startsWith('> ') || line === '>') open.push(line.slice(2));
    else {
      if (open.length > 0) texts.push(open.join('\n'));
      open = [];
      if (line !== '') break;
    }
  }
  return texts;
}
