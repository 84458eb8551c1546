import { z } from 'zod';
import { fail } from '../../../src/errors.ts';
import { isCutByWord } from '../../../src/finish-reason.ts';
import type { AnsweredFormat } from '../format.ts';
import type { ItemDraft } from '../item-draft.ts';
import { lettered } from '../letters.ts';
import { languageGuess } from '../recognise/guess-language.ts';
import { provenanceOf } from '../recognise/recognised.ts';
import { parseValue } from '../records/parse-value.ts';
import { Rejection } from '../records/records.ts';
import { sourceName } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';
import { type InspectRecord, inspectRecords } from './inspect-records.ts';
import { type LogOptions, safePrefix } from './lm-eval.ts';
import {
  type Labelled,
  labelled,
  letterOfLabel,
  letterOfText,
  targetLetters,
} from './logged-choices.ts';
import { loggedLetter } from './logged-letter.ts';
import { loggedTags } from './logged-tags.ts';

const CONTENT = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);
const SAMPLE = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  input: z.union([z.string(), z.array(z.looseObject({ role: z.string(), content: CONTENT }))], {
    error: 'neither a text nor a list of messages',
  }),
  choices: z.array(z.string()).nullish(),
  target: z.union([z.string(), z.array(z.string())], {
    error: 'neither a text nor a list of texts',
  }),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const SCORES = z.looseObject({
  scores: z
    .record(z.string(), z.looseObject({ value: z.unknown(), answer: z.unknown().optional() }))
    .nullish(),
  output: z
    .looseObject({
      choices: z.array(z.looseObject({ stop_reason: z.string().nullish() })).nullish(),
    })
    .nullish()
    .catch(null),
});

/** Inspect's own grades: correct, incorrect, partial, no answer. */
const GRADES: Readonly<Record<string, number>> = { C: 1, I: 0, P: 0.5, N: 0 };

/**
 * Logs of Inspect (UK AI Security Institute): `.eval` archives, and JSON logs. A sample is an item and an answer; the model
 * and the task are those of the log. Repeats of a sample (epochs) are several answers. The score is the grade C, I, P or N, or
 * a number from 0 to 1.
 */
export function inspect(options: LogOptions = {}): AnsweredFormat {
  const guess = languageGuess();
  return {
    records: inspectRecords,
    item(value, source) {
      const { sample, task } = value as InspectRecord;
      const draft = draftOf(sample, task);
      const stated = { source: task, ...options.provenance };
      return sealItem(draft, provenanceOf(draft, source, { stated, guess }), safePrefix(task));
    },
    answer(value, source) {
      const { sample, model } = value as InspectRecord;
      const { scores, output } = parseValue(SCORES, sample);
      const all = Object.entries(scores ?? {});
      if (all.length === 0) return null;
      const [, found] = all.find(([name]) => name === options.metric) ?? [];
      if (options.metric !== undefined && found === undefined)
        throw new Rejection(`no score of ${options.metric}`);
      const examinee = options.model ?? model;
      if (examinee === null)
        return fail('OPTION_INVALID', {
          option: '--model',
          found: `nothing, and the log ${sourceName(source)} names no model`,
          accepted: 'the name of the model',
        });
      const { value: grade, answer } = found ?? all[0][1];
      const stop = output?.choices?.[0]?.stop_reason;
      return {
        examinee,
        score: scoreOf(grade),
        extracted: loggedLetter(answer),
        isCut: isCutByWord(stop),
        refused: stop === 'content_filter',
      };
    },
    examinee: (value) => options.model ?? (value as InspectRecord).model,
  };
}

function scoreOf(value: unknown): number {
  if (typeof value === 'string' && Object.hasOwn(GRADES, value)) return GRADES[value];
  const score =
    typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '')
      ? Number(value)
      : value;
  if (typeof score === 'number' && score >= 0 && score <= 1) return score;
  throw new Rejection('a score that is not C, I, P, N or a number from 0 to 1');
}

function draftOf(value: unknown, task: string): ItemDraft {
  const { id, input, choices, target, metadata } = parseValue(SAMPLE, value);
  const sampleId: Record<string, string> = id === undefined ? {} : { sample_id: String(id) };
  const draft = { stem: inputText(input), tags: { ...loggedTags(metadata), ...sampleId, task } };
  if (choices === undefined || choices === null || choices.length === 0)
    return { ...draft, type: 'open', key: [target].flat() };
  const options = labelled(choices, []);
  const key = targetLetters(target, (one) => lettersOfTarget(String(one).trim(), options));
  const type = key.length > 1 ? 'multiple' : 'single';
  return { ...draft, type, options: lettered(choices), key };
}

/**
 * The letters of a target: a letter, which counts before an option of that text; several, `AC` or `A, C`; else the text of
 * an option.
 * @throws Rejection where it names no option, or is several letters and a text
 */
function lettersOfTarget(target: string, choices: Labelled): string[] {
  const byLabel = letterOfLabel(target, choices);
  if (byLabel !== undefined) return [byLabel];
  const letters = [...target.replaceAll(/[\s,;、]/g, '')];
  const areSeveral =
    letters.length > 1 &&
    new Set(letters).size === letters.length &&
    letters.every((letter) => choices.labels.includes(letter));
  const byText = letterOfText(target, choices);
  if (areSeveral && byText !== undefined)
    throw new Rejection(`an ambiguous target: several letters, and the text of ${byText}`);
  if (areSeveral) return letters;
  if (byText !== undefined) return [byText];
  throw new Rejection('a target that is none of the options');
}

/** What the user said: the first messages of a log are the question. */
function inputText(input: z.infer<typeof SAMPLE>['input']): string {
  if (typeof input === 'string') return input;
  const texts = input.map(({ role, content }) => {
    if (role !== 'user' && role !== 'system') throw new Rejection(`input with the role ${role}`);
    if (typeof content === 'string') return content;
    return content
      .map(({ type, text }) => {
        if (type !== 'text' || text === undefined)
          throw new Rejection(`input of type ${type}, not text`);
        return text;
      })
      .join('\n');
  });
  return texts.join('\n\n');
}
