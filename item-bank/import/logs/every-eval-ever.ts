import { z } from 'zod';
import { fail } from '../../../src/errors.ts';
import { count, plural } from '../../../src/numbers.ts';
import { quoted } from '../../../src/text/quoted.ts';
import type { AnsweredFormat, AnswerFormat } from '../format.ts';
import type { ItemDraft } from '../item-draft.ts';
import { languageGuess } from '../recognise/guess-language.ts';
import { provenanceOf } from '../recognise/recognised.ts';
import { jsonRecords } from '../records/json-records.ts';
import { parseValue } from '../records/parse-value.ts';
import { lacking, Rejection, type SourceRecord } from '../records/records.ts';
import { type Source, sourceName } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';
import { type LogOptions, safePrefix } from './lm-eval.ts';
import { fieldsIn, fieldsOf } from './lm-eval-model.ts';
import { labelled, letterOfLabel, letterOfText, targetLetters } from './logged-choices.ts';
import { loggedLetter } from './logged-letter.ts';
import { directionOf, scoreByMetric } from './metric-direction.ts';
import { saidModel } from './model-name.ts';
import { promptQuestion } from './prompt-question.ts';

const NAME = z.string().refine((text) => text.trim() !== '', 'blank');
const TEXTS = z.union([z.string(), z.array(z.string())]);
const RECORD = z.looseObject({
  model_id: NAME,
  evaluation_name: NAME,
  sample_id: z.union([NAME, z.number()]),
  error: z.unknown().optional(),
  evaluation: z.looseObject({
    score: z.union([z.number(), z.boolean()]).nullish(),
    is_correct: z.boolean().nullish(),
  }),
});
const NAMED = RECORD.pick({ model_id: true });
const QUESTION = z.looseObject({
  input: z.looseObject({
    raw: z.string(),
    reference: TEXTS.nullish(),
    choices: z.array(z.string()).nullish(),
  }),
});
const SIMULATED = z.looseObject({
  metadata: z.looseObject({ simulated: z.union([z.literal('true'), z.literal(true)]) }),
});
const ATTRIBUTION = z.looseObject({
  answer_attribution: z.array(
    z.looseObject({ extracted_value: z.string(), is_terminal: z.boolean().optional() }),
  ),
});

export interface EveryEvalEverOptions extends LogOptions {
  /** The evaluation whose records count; needed where the files have several. */
  readonly evaluation?: string | undefined;
}

/** Reads one record: who answered what in it, and how right. */
type RecordReader = (
  value: unknown,
  file: string,
) => {
  readonly examinee: string;
  readonly item: string;
  readonly score: number;
  readonly evaluation: string;
};

/**
 * Instance records of Every Eval Ever (schema 0.2), JSON Lines: items and answers. The item is `input` with its `choices` and
 * `reference`, the model `model_id`, the score `evaluation.score`.
 */
export function everyEvalEver(options: EveryEvalEverOptions = {}): AnsweredFormat {
  const guess = languageGuess();
  const read = recordReader(options);
  return {
    records: recordsOf,
    item(value, source) {
      const { evaluation } = read(value, sourceName(source));
      const draft = draftOf(value, evaluation);
      const stated = { source: evaluation.slice(0, 400), ...options.provenance };
      return sealItem(
        draft,
        provenanceOf(draft, source, { stated, guess }),
        safePrefix(evaluation),
      );
    },
    answer(value, source) {
      const { examinee, score } = read(value, sourceName(source));
      return {
        examinee,
        score,
        simulated: isSimulated(value),
        extracted: extractedLetter(value),
      };
    },
    examinee: (value) => options.model ?? NAMED.safeParse(value).data?.model_id ?? null,
  };
}

/** The answers of instance records alone, with `sample_id` as the item. */
export function everyEvalEverAnswers(options: EveryEvalEverOptions = {}): AnswerFormat {
  const read = recordReader(options);
  return {
    records: recordsOf,
    answers(value, source) {
      const { examinee, item, score } = read(value, sourceName(source));
      return { examinee, simulated: isSimulated(value), answers: [{ item, score }] };
    },
  };
}

/**
 * A score outside 0 to 1 ends the reading: on a scale of 0 to 100 the few of 0 and 1 would be kept otherwise. So does a second evaluation,
 * because its `sample_id` may name other samples.
 */
function recordReader({ model, metric, evaluation: asked }: EveryEvalEverOptions): RecordReader {
  if (metric !== undefined && metric !== 'score' && metric !== 'is_correct')
    fail('OPTION_INVALID', {
      option: '--metric',
      found: quoted(metric),
      accepted: 'score or is_correct',
    });
  let first = asked;
  let lower: boolean | undefined;
  return (value, file) => {
    const { model_id, evaluation_name, sample_id, evaluation, error } = parseValue(RECORD, value);
    const name = evaluation_name;
    if (asked !== undefined && name !== asked)
      throw new Rejection(`evaluation ${name.slice(0, 100)}; only ${asked} is read`, true);
    first ??= name;
    const item = String(sample_id);
    if (name !== first)
      fail('FILE_INVALID', {
        file,
        where: `sample ${quoted(item)}`,
        found: `evaluation ${quoted(name)} after ${quoted(first)}`,
        accepted: 'one evaluation: choose it with --evaluation',
      });
    if (error != null && error !== '')
      throw new Rejection(`sample ${item}: ended in an error`, true);
    const stated = metric === 'is_correct' ? evaluation.is_correct : evaluation.score;
    const { is_correct } = evaluation;
    if (stated == null) throw new Rejection(`evaluation.${metric ?? 'score'}: none`);
    if (metric === undefined && is_correct != null && Number(stated) === Number(!is_correct))
      fail('FILE_INVALID', {
        file,
        where: `sample ${quoted(item)}, evaluation`,
        found: `score ${Number(stated)}, but is_correct ${is_correct}`,
        accepted: 'both the same; choose one with --metric score or --metric is_correct',
      });
    const score = Number(stated);
    if (!(score >= 0 && score <= 1))
      fail('FILE_INVALID', {
        file,
        where: `sample ${quoted(item)}, evaluation.score`,
        found: String(score),
        accepted: 'a score from 0 to 1; to read is_correct instead: --metric is_correct',
      });
    if (metric === undefined) lower ??= isErrorIn(file, name);
    if (lower === true) scoreByMetric(score, name, file, false);
    const examinee =
      model ??
      saidModel(model_id) ??
      fail('OPTION_INVALID', {
        option: '--model',
        found: `nothing, and ${file} calls its model ${quoted(model_id)}`,
        accepted: 'the name of the model',
      });
    return { examinee, item, score, evaluation: name };
  };
}

/** The records, and at the end those that are missing of the number that the record of the evaluation beside them tells. */
async function* recordsOf(source: Source): AsyncGenerator<SourceRecord[]> {
  const { total_rows } = fieldsOf(besides(sourceName(source)).detailed_evaluation_results);
  let read = 0;
  for await (const records of jsonRecords(source)) {
    read += records.length;
    yield records;
  }
  if (typeof total_rows === 'number' && read < total_rows)
    yield [
      lacking(
        `${count(read)} of ${plural(total_rows, 'record')} that the file beside it tells`,
        true,
      ),
    ];
}

/** The record of the evaluation beside its samples. */
function besides(file: string): Readonly<Record<string, unknown>> {
  return fieldsIn(file.replace(/_samples\.jsonl$/i, '.json'));
}

/** Whether smaller scores of an evaluation are better, by the record of the evaluation beside its samples, else by its name. */
function isErrorIn(file: string, evaluation: string): boolean {
  const { evaluation_results } = besides(file);
  const results = Array.isArray(evaluation_results) ? evaluation_results : [];
  const own = results.find((one) => one?.evaluation_name === evaluation)?.metric_config;
  const stated = own?.lower_is_better;
  return directionOf(evaluation, typeof stated === 'boolean' ? !stated : undefined) === 'lower';
}

function draftOf(value: unknown, evaluation: string): ItemDraft {
  const { raw, reference, choices } = parseValue(QUESTION, value).input;
  const references = [reference ?? []].flat();
  const tags = { task: evaluation.slice(0, 1000) };
  if (references.length === 0) throw new Rejection('input.reference: none');
  if (choices == null || choices.length < 2)
    return { type: 'open', stem: raw, key: references, tags };
  const own = labelled(choices, []);
  const key = targetLetters(references, (one) => {
    const letter = letterOfText(String(one), own) ?? letterOfLabel(String(one), own);
    if (letter === undefined) throw new Rejection('input.reference: none of the choices');
    return letter;
  });
  const shown = promptQuestion(raw);
  const isShown =
    shown !== null &&
    Object.values(shown.options).join('\n') === Object.values(own.options).join('\n');
  const type = key.length > 1 ? 'multiple' : 'single';
  return { type, stem: isShown ? shown.stem : raw, options: own.options, key, tags };
}

/** The mark of thetarank's own records: their schema has none. */
function isSimulated(value: unknown): boolean {
  return SIMULATED.safeParse(value).success;
}

/** The letter that the log says was extracted, of the answer that counts. */
function extractedLetter(value: unknown): string | null | undefined {
  const given = ATTRIBUTION.safeParse(value).data?.answer_attribution ?? [];
  const last = given.findLast(({ is_terminal: isTerminal }) => isTerminal !== false);
  return last === undefined ? undefined : loggedLetter(last.extracted_value);
}
