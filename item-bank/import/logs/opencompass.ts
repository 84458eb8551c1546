import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { fail } from '../../../src/errors.ts';
import type { AnsweredFormat } from '../format.ts';
import type { ItemDraft } from '../item-draft.ts';
import { languageGuess } from '../recognise/guess-language.ts';
import { provenanceOf } from '../recognise/recognised.ts';
import { parseValue } from '../records/parse-value.ts';
import { jsonRecord, Rejection, type SourceRecord } from '../records/records.ts';
import { type Source, sourceName } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';
import { type LogOptions, safePrefix } from './lm-eval.ts';
import { loggedLetter } from './logged-letter.ts';
import { canNameModel } from './model-name.ts';
import { promptQuestion } from './prompt-question.ts';
import { wholeJson } from './whole-json.ts';

/** Results are read whole. */
const MOST_BYTES = 256 * 2 ** 20;
const PROMPT = z.union([
  z.string(),
  z.array(z.looseObject({ role: z.string(), prompt: z.string() })),
]);
const TEXTS = z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]);
const SCORE = z.union([z.boolean(), z.number()]);
const DETAIL = z.looseObject({
  prompt: PROMPT.nullish(),
  predictions: TEXTS.nullish(),
  pred: TEXTS.nullish(),
  references: TEXTS.nullish(),
  answer: TEXTS.nullish(),
  correct: z.union([SCORE, z.array(SCORE)]).nullish(),
});
const PREDICTION = z.looseObject({ origin_prompt: PROMPT });

/**
 * Results of OpenCompass (0.2 to 0.5) with the details of each sample, as `--dump-eval-details` writes them:
 * `results/<model>/<dataset>.json`. The prompt is that of the details, else that of `predictions/<model>/<dataset>.json` beside it. The
 * model is the folder of the file, the tag `task` its name.
 */
export function opencompass(options: LogOptions = {}): AnsweredFormat {
  const guess = languageGuess();
  return {
    records: detailsOf,
    item(value, source) {
      const task = taskOf(source);
      const draft = draftOf(value, task);
      const stated = { source: task, ...options.provenance };
      return sealItem(draft, provenanceOf(draft, source, { stated, guess }), safePrefix(task));
    },
    answer(value, source) {
      const detail = parseValue(DETAIL, value);
      const examinee = options.model ?? modelOf(source, options.modelOption);
      const said = detail.predictions ?? detail.pred;
      const extracted = typeof said === 'string' ? loggedLetter(said) : undefined;
      return { examinee, score: scoreOf(detail), extracted };
    },
    examinee: (_, source) => options.model ?? modelOf(source, options.modelOption),
  };
}

async function* detailsOf(source: Source): AsyncGenerator<SourceRecord[]> {
  const value = await wholeJson(source);
  const details = (value as { details?: unknown } | null | undefined)?.details;
  if (typeof details !== 'object' || details === null)
    return refuse(
      source,
      isPredictions(value) ? 'predictions, which have no scores' : 'no details of samples',
    );
  const prompts = predictionsBeside(source);
  yield Object.entries(details)
    .filter(([name]) => /^\d+$/.test(name))
    .map(([name, value]) => ({
      where: `details, sample ${name}`,
      value:
        typeof value === 'object' && value !== null && !('prompt' in value) && prompts[name]
          ? { ...value, prompt: prompts[name] }
          : value,
    }));
}

function refuse(source: Source, found: string): never {
  return fail('FILE_INVALID', {
    file: sourceName(source),
    found,
    accepted:
      'results/<model>/<dataset>.json of OpenCompass with details: run it with --dump-eval-details',
  });
}

function jsonOf(text: string): unknown {
  const record = jsonRecord('', text);
  return record.reason === undefined ? record.value : undefined;
}

function isPredictions(value: unknown): boolean {
  const first = (value as Record<string, unknown> | null | undefined)?.['0'];
  return typeof first === 'object' && first !== null && 'prediction' in first;
}

/** Prompts by sample, of the file of predictions that belongs to a file of results; none if there is no such file. */
function predictionsBeside(source: Source): Record<string, unknown> {
  const file = sourceName(source);
  const model = dirname(file);
  const path = join(dirname(dirname(model)), 'predictions', basename(model), basename(file));
  if (basename(dirname(model)) !== 'results') return {};
  if (!existsSync(path) || statSync(path).size > MOST_BYTES) return {};
  const value = jsonOf(readFileSync(path, 'utf8'));
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const parsed = PREDICTION.safeParse(one);
      return parsed.success ? [[name, parsed.data.origin_prompt]] : [];
    }),
  );
}

function draftOf(value: unknown, task: string): ItemDraft {
  const { prompt, references, answer } = parseValue(DETAIL, value);
  if (prompt == null)
    throw new Rejection('no prompt, neither in the details nor in the predictions beside them');
  const text = promptText(prompt);
  const key = [references ?? answer ?? []].flat().map(String);
  if (key.length === 0) throw new Rejection('no references');
  const question = promptQuestion(text);
  const letters = key.length === 1 ? [...key[0].trim()] : key.map((one) => one.trim());
  const areLetters =
    question !== null && letters.every((one) => Object.hasOwn(question.options, one));
  if (!areLetters) return { type: 'open', stem: text, key, tags: { task } };
  return {
    type: letters.length > 1 ? 'multiple' : 'single',
    stem: question.stem,
    options: question.options,
    key: [...new Set(letters)].sort(),
    tags: { task },
  };
}

/** What was said to the model last. */
function promptText(prompt: z.output<typeof PROMPT>): string {
  if (typeof prompt === 'string') return prompt;
  const own = prompt
    .filter(({ role, prompt: text }) => role !== 'BOT' && text.trim() !== '')
    .at(-1);
  if (own === undefined) throw new Rejection('a prompt without text');
  return own.prompt;
}

function scoreOf({
  correct,
  predictions,
  pred,
  references,
  answer,
}: z.output<typeof DETAIL>): number {
  if (correct != null) {
    const scores = [correct].flat().map(Number);
    const score = scores.reduce((sum, one) => sum + one, 0) / scores.length;
    if (score >= 0 && score <= 1) return score;
    throw new Rejection('correct: not true, false or a number from 0 to 1');
  }
  const said = predictions ?? pred;
  const right = [references ?? answer ?? []].flat().map(String);
  if (said == null || right.length === 0 || Array.isArray(said)) throw new Rejection('no score');
  return Number(right.includes(String(said)));
}

function taskOf(source: Source): string {
  return basename(sourceName(source))
    .replace(/\.json$/i, '')
    .slice(0, 100);
}

/** @throws OPTION_INVALID */
function modelOf(source: Source, option = '--model'): string {
  const folder = dirname(sourceName(source));
  if (basename(dirname(folder)) === 'results' && canNameModel(basename(folder)))
    return basename(folder);
  return fail('OPTION_INVALID', {
    option,
    found: `nothing, and ${sourceName(source)} lies in no folder results/<model>`,
    accepted: 'the name of the model',
  });
}
