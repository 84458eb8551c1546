import { z } from 'zod';
import { fail } from '../../../src/errors.ts';
import { isCutByWord } from '../../../src/finish-reason.ts';
import type { AnsweredFormat } from '../format.ts';
import { readImages } from '../images/read-images.ts';
import type { ItemDraft } from '../item-draft.ts';
import { lettered } from '../letters.ts';
import { languageGuess } from '../recognise/guess-language.ts';
import { provenanceOf } from '../recognise/recognised.ts';
import { parseValue } from '../records/parse-value.ts';
import { Rejection, type SourceRecord } from '../records/records.ts';
import { type Source, sourceName } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';
import { type InspectRecord, inspectRecords } from './inspect-records.ts';
import { inspectScorer } from './inspect-score.ts';
import { type LogOptions, safePrefix } from './lm-eval.ts';
import {
  type Labelled,
  labelled,
  letterOfLabel,
  letterOfText,
  targetLetters,
} from './logged-choices.ts';
import { NO_TARGET, notBlank } from './logged-key.ts';
import { loggedLetter } from './logged-letter.ts';
import { loggedTags } from './logged-tags.ts';

const MESSAGE_PART = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image: z.string().optional(),
});
const CONTENT = z.union([z.string(), z.array(MESSAGE_PART)]);
const MESSAGE = z.looseObject({
  role: z.string(),
  content: CONTENT,
  tool_calls: z.array(z.unknown()).nullish(),
});
const SAMPLE = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  input: z.union([z.string(), z.array(MESSAGE)], {
    error: 'neither a text nor a list of messages',
  }),
  choices: z.array(z.string()).nullish(),
  target: z.union([z.string(), z.array(z.string())], {
    error: 'neither a text nor a list of texts',
  }),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  files: z.unknown().optional(),
  setup: z.unknown().optional(),
  sandbox: z.unknown().optional(),
  attachments: z.record(z.string(), z.unknown()).nullish().catch(null),
  invalidation: z.unknown().optional(),
});
const SCORE = z.looseObject({ value: z.unknown(), answer: z.unknown().optional() });
const SCORES = z.looseObject({
  scores: z.record(z.string(), SCORE).nullish(),
  /** In the first versions, which had one scorer. */
  score: SCORE.nullish(),
  error: z.unknown().optional(),
  limit: z.looseObject({ type: z.string().optional() }).nullish().catch(null),
  output: z
    .looseObject({
      choices: z.array(z.looseObject({ stop_reason: z.string().nullish() })).nullish(),
    })
    .nullish()
    .catch(null),
});

/** What Inspect writes in place of content that is no text. */
const PLACEHOLDER = /^\((?:Image|Audio|Video|Document|Data)\)$/im;

/**
 * Logs of Inspect (UK AI Security Institute): `.eval` archives, and JSON logs. A sample is an item and an answer; the model
 * and the task are those of the log. Repeats of a sample (epochs) are several answers. The score is that of one scorer for the whole log: a
 * grade, a truth value, or a number from 0 to 1 (inspect-score.ts). If a sample depends on what the log does not hold, its id is part of
 * the item.
 */
export function inspect(options: LogOptions = {}): AnsweredFormat {
  const guess = languageGuess();
  const scoreOf = inspectScorer(options.metric);
  const seen = new Map<string, { readonly scores: string; readonly file: string }>();
  return {
    records: (source) => onceEach(source, seen),
    item(value, source) {
      const { sample, task } = value as InspectRecord;
      const draft = draftOf(sample, task, source);
      const stated = { source: task, ...options.provenance };
      return sealItem(draft, provenanceOf(draft, source, { stated, guess }), safePrefix(task));
    },
    answer(value, source) {
      const { sample, model, scorers: ofLog } = value as InspectRecord;
      const { score, output, error, limit, ...said } = parseValue(SCORES, sample);
      const scores = said.scores ?? (score == null ? {} : { [ofLog[0]?.name ?? 'score']: score });
      if (error != null) throw new Rejection('the sample ended in an error');
      if (limit?.type === 'operator') throw new Rejection('a person ended the sample');
      if (Object.keys(scores).length === 0) return null;
      const file = sourceName(source);
      const examinee = options.model ?? model;
      if (examinee === null)
        return fail('OPTION_INVALID', {
          option: '--model',
          found: `nothing, and the log ${file} names no model`,
          accepted: 'the name of the model',
        });
      const { answer, ...scored } = scoreOf(scores, ofLog, file);
      const stop = output?.choices?.[0]?.stop_reason;
      return {
        examinee,
        ...scored,
        extracted: loggedLetter(answer),
        isCut: limit == null ? isCutByWord(stop) : true,
        limit: limit?.type,
        refused: stop === 'content_filter',
      };
    },
    examinee: (value) => options.model ?? (value as InspectRecord).model,
    identity: (value) =>
      options.model === undefined ? (value as InspectRecord).identity : undefined,
  };
}

/**
 * Each sample once: a run that was tried again takes over the samples of the log before.
 * @throws FILE_INVALID for a sample with other scores, as in a log that was scored again
 */
async function* onceEach(
  source: Source,
  seen: Map<string, { readonly scores: string; readonly file: string }>,
): AsyncGenerator<SourceRecord[]> {
  const file = sourceName(source);
  const placed: typeof seen = new Map();
  for await (const records of inspectRecords(source))
    yield records.filter((record) => {
      if (record.reason !== undefined) return true;
      const { uuid, id, epoch, scores } = severalOf((record.value as InspectRecord).sample);
      const isPlaced = id !== undefined && epoch !== undefined;
      if (typeof uuid !== 'string' && !isPlaced) return true;
      const [known, name] =
        typeof uuid === 'string' ? [seen, uuid] : [placed, JSON.stringify([id, epoch])];
      const own = JSON.stringify(
        Object.entries(severalOf(scores)).map(([name, score]) => [name, severalOf(score).value]),
      );
      const first = known.get(name);
      if (first !== undefined && first.scores !== own)
        fail('FILE_INVALID', {
          file,
          where: record.where,
          found: `a sample of ${first.file} with other scores`,
          accepted: 'one log of each run',
        });
      known.set(name, { scores: own, file });
      return first === undefined;
    });
}

function severalOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function draftOf(value: unknown, task: string, source: Source): ItemDraft {
  const sample = parseValue(SAMPLE, value);
  const { id, input, target, metadata } = sample;
  // A person has taken its answer back.
  if (sample.invalidation != null) throw new Rejection('an invalidated sample', true);
  const { text, pictures } = inputText(input, sample.attachments ?? {});
  const sampleId: Record<string, string> = id === undefined ? {} : { sample_id: String(id) };
  const choices = sample.choices ?? [];
  const isBlank = [target].flat().every((one) => one.trim() === '');
  const hidden = Object.entries({
    'pictures or other media': PLACEHOLDER.test(text),
    files: hasContent(sample.files),
    'a setup script': hasContent(sample.setup),
    'a sandbox': hasContent(sample.sandbox),
    'what is right': isBlank,
    'the question': text.trim() === '',
  }).flatMap(([what, isHidden]) => (isHidden ? [what] : []));
  const draft = {
    ...(hidden.length > 0 && {
      context: `Sample ${id} of ${task}. The log does not show: ${hidden.join(', ')}.`,
    }),
    stem: text.trim() === '' ? '–' : text,
    images: readImages(pictures, source),
    tags: { ...loggedTags(metadata), ...sampleId, task },
  };
  if (isBlank) {
    const listed = Object.entries(lettered(choices)).map(([letter, one]) => `${letter}. ${one}`);
    return { ...draft, stem: [draft.stem, ...listed].join('\n'), type: 'open', key: [NO_TARGET] };
  }
  if (choices.length === 0) return { ...draft, type: 'open', key: notBlank([target].flat()) };
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

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value != null && value !== '';
}

/**
 * What the model was given, with the pictures that the log holds: the first messages of a log are the question. Where others than the user
 * have spoken in it, each message says whose it is.
 */
function inputText(
  input: z.infer<typeof SAMPLE>['input'],
  attachments: Readonly<Record<string, unknown>>,
): { text: string; pictures: string[] } {
  const pictures: string[] = [];
  const whole = (text: string) => {
    const attached = attachments[/^attachment:\/\/(\w+)$/.exec(text)?.[1] ?? ''];
    return typeof attached === 'string' ? attached : text;
  };
  if (typeof input === 'string') return { text: whole(input), pictures };
  const isDialogue = input.some(({ role }) => role !== 'user' && role !== 'system');
  const texts = input.map(({ role, content, tool_calls }) => {
    const own = isDialogue
      ? [`${role.charAt(0).toUpperCase()}${role.slice(1)}:`, ...(tool_calls ?? []).map(callText)]
      : [];
    if (typeof content === 'string') return [...own, whole(content)].join('\n');
    const parts = content.flatMap(({ type, text, image }) => {
      if (type === 'text' && text !== undefined) return whole(text);
      const picture = whole(image ?? '');
      if (!/^(?:data:image\/|https:\/\/)/i.test(picture))
        return `(${type.charAt(0).toUpperCase()}${type.slice(1)})`;
      pictures.push(picture);
      return [];
    });
    return [...own, ...parts].join('\n');
  });
  return { text: texts.join('\n\n'), pictures };
}

/** A call of a tool by the model: without its number, which differs from run to run. */
function callText(call: unknown): string {
  const { function: name, arguments: given } = severalOf(call);
  return `${String(name)}(${JSON.stringify(given) ?? ''})`;
}
