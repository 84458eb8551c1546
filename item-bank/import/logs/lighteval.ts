import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { fail } from '../../../src/errors.ts';
import type { AnsweredFormat } from '../format.ts';
import type { ItemDraft } from '../item-draft.ts';
import { bareLetters, letterAt, lettered } from '../letters.ts';
import { languageGuess } from '../recognise/guess-language.ts';
import { provenanceOf } from '../recognise/recognised.ts';
import { parquetRows } from '../records/parquet-rows.ts';
import { parseValue } from '../records/parse-value.ts';
import { Rejection } from '../records/records.ts';
import { type Source, sourceName } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';
import { type LogOptions, safePrefix } from './lm-eval.ts';
import { fieldsIn, fieldsOf } from './lm-eval-model.ts';
import {
  isFlipped,
  refuseUnknown,
  scoreByMetric,
  statedOf,
  usualMetric,
} from './metric-direction.ts';
import { type ModelIdentity, modelIdentity } from './model-identity.ts';
import { canNameModel } from './model-name.ts';
import { promptQuestion } from './prompt-question.ts';

const METRICS = z.record(z.string(), z.unknown());
const GOLD = z.union([z.number(), z.array(z.number())]);
/** From version 0.10 on: the document, what the model said, the metrics. */
const NEW = z.looseObject({
  doc: z.looseObject({ query: z.string(), choices: z.array(z.string()), gold_index: GOLD }),
  metric: METRICS,
});
/** Before: all in columns. */
const OLD = z.looseObject({
  example: z.string(),
  choices: z.array(z.string()).nullish(),
  gold_index: GOLD.nullish(),
  gold: z.union([z.string(), z.array(z.string())]).nullish(),
  metrics: METRICS,
});

interface Sample {
  readonly query: string;
  readonly choices: readonly string[];
  readonly gold: readonly number[];
  readonly metrics: Readonly<Record<string, unknown>>;
}

/** Metrics that say of one answer how right it is, best first. */
const PREFERRED = ['acc', 'acc_norm', 'em', 'exact_match', 'pem', 'qem', 'extractive_match'];

/**
 * Details of lighteval: `details_<task>_<date>.parquet`, written by `--save-details`, versions 0.4 to 0.13. The task is that of the name of the file, the
 * model that of its folder (`details/<model>/<date>/`). Choices that are only letters have their texts in the query.
 */
export function lighteval(options: LogOptions = {}): AnsweredFormat {
  const guess = languageGuess();
  const chosen = new Map<string, string>();
  let last: { readonly file: string; readonly identity: ModelIdentity } | undefined;
  return {
    records: parquetRows,
    item(value, source) {
      const task = taskOf(source);
      const draft = draftOf(sampleOf(value), task);
      const stated = { source: task, ...options.provenance };
      return sealItem(draft, provenanceOf(draft, source, { stated, guess }), safePrefix(task));
    },
    answer(value, source) {
      const { metrics } = sampleOf(value);
      const examinee = options.model ?? modelOf(source, options.modelOption);
      const file = sourceName(source);
      const metric = options.metric ?? chosen.get(file) ?? preferredMetric(metrics, file);
      if (metric !== undefined) chosen.set(file, metric);
      return {
        examinee,
        score: scoreOf(metrics, metric, file, options.metric),
        metric,
        otherMetrics: Object.keys(metrics).filter((name) => name !== metric),
        isFlipped: metric !== undefined && isFlipped(metric),
      };
    },
    examinee: (_, source) => options.model ?? modelOf(source, options.modelOption),
    identity(_, source) {
      if (options.model !== undefined) return undefined;
      const file = sourceName(source);
      if (last?.file !== file) last = { file, identity: identityOf(file) };
      return last.identity;
    },
  };
}

function sampleOf(value: unknown): Sample {
  const given = NEW.safeParse(value);
  if (given.success) {
    const { doc, metric } = given.data;
    return {
      query: doc.query,
      choices: doc.choices,
      gold: [doc.gold_index].flat(),
      metrics: metric,
    };
  }
  const { example, choices, gold_index, gold, metrics } = parseValue(OLD, value);
  return {
    query: example,
    choices: choices != null && choices.length > 0 ? choices : [gold ?? []].flat(),
    gold: gold_index == null ? [0] : [gold_index].flat(),
    metrics,
  };
}

function draftOf({ query, choices, gold }: Sample, task: string): ItemDraft {
  const texts = choices.map((choice) => choice.trim());
  const right = [...new Set(gold)].filter((place) => place >= 0 && place < texts.length).sort();
  if (right.length === 0) throw new Rejection('no gold_index among the choices');
  const tags = { task };
  const type = right.length > 1 ? 'multiple' : 'single';
  const key = right.map(letterAt);
  if (texts.length < 2) return { type: 'open', stem: query, key: texts, tags };
  if (!bareLetters(texts)) return { type, stem: query, options: lettered(texts), key, tags };
  const question = promptQuestion(query);
  if (question === null || Object.keys(question.options).length !== texts.length)
    throw new Rejection('choices that are only letters, without their texts in the query');
  return { type, stem: question.stem, options: question.options, key, tags };
}

/**
 * The metric to score a file by: a preferred one, else the usual one of its first sample.
 * @throws OPTION_INVALID if it is not known whether larger values of it are better
 */
function preferredMetric(
  metrics: Readonly<Record<string, unknown>>,
  file: string,
): string | undefined {
  const known = Object.keys(metrics).filter((name) => metrics[name] !== null);
  const preferred = PREFERRED.find((name) => known.includes(name));
  if (preferred !== undefined) return preferred;
  const usual = usualMetric(known.map((name) => ({ name })));
  if (usual === undefined) return undefined;
  refuseUnknown(
    usual,
    known.filter((name) => name !== usual.name),
    file,
  );
  return usual.name;
}

function scoreOf(
  metrics: Readonly<Record<string, unknown>>,
  metric: string | undefined,
  file: string,
  asked: string | undefined,
): number {
  const value = metric === undefined ? undefined : metrics[metric];
  if (metric === undefined || value === undefined || value === null)
    throw new Rejection(metric === undefined ? 'no metric' : `no metric ${metric}`);
  const score = scoreByMetric(value, metric, file, statedOf(metric, asked));
  if (score !== null) return score;
  throw new Rejection(`metric ${metric}: not a number`);
}

/** `details_leaderboard|arc:challenge|25_2024-05-13T10-11-12.345.parquet`: the task between the mark and the date. */
function taskOf(source: Source): string {
  const name = basename(sourceName(source)).replace(/\.parquet$/i, '');
  return (/^details_(.+?)_\d{4}-\d\d-\d\dT[\d.:-]+$/u.exec(name)?.[1] ?? name).slice(0, 100);
}

/** What `results/<model>/results_<date>.json` says of the model of `details/<model>/<date>/`. */
function identityOf(file: string): ModelIdentity {
  const folders = dirname(file).split(/[\\/]/);
  const at = folders.lastIndexOf('details');
  const model = [...folders.slice(0, at), 'results', ...folders.slice(at + 1, -1)];
  const results = join(...model, `results_${folders.at(-1)}.json`);
  const { config_general } = at === -1 ? {} : fieldsIn(results);
  const { model_sha, model_dtype, model_config } = fieldsOf(config_general);
  return modelIdentity(model_config, { model_sha, model_dtype });
}

/** The folder above that of the date; an organisation above it is part of the name. @throws OPTION_INVALID */
function modelOf(source: Source, option = '--model'): string {
  const folders = dirname(sourceName(source)).split(/[\\/]/);
  const at = folders.lastIndexOf('details');
  const model = at === -1 ? [] : folders.slice(at + 1, -1);
  if (canNameModel(model.at(-1) ?? '')) return model.join('/');
  return fail('OPTION_INVALID', {
    option,
    found: `nothing, and ${sourceName(source)} lies in no folder details/<model>/<date>`,
    accepted: 'the name of the model',
  });
}
