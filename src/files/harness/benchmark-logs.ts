import type { AnsweredFormat } from '../../../item-bank/import/format.ts';
import { lighteval } from '../../../item-bank/import/logs/lighteval.ts';
import { opencompass } from '../../../item-bank/import/logs/opencompass.ts';
import { Rejection } from '../../../item-bank/import/records/records.ts';
import {
  type ScoreCollection,
  type ScoredBy,
  scoredBy,
} from '../../../item-bank/import/scored-by.ts';
import type { ItemContent } from '../../../item-bank/items/content-hash.ts';
import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import type { HarnessAnswer, HarnessReport } from './read-harness-samples.ts';

/** The answers of a model to items of a bank, in results of a harness that names no items. */
export interface BenchmarkLog {
  readonly model: string;
  readonly answers: readonly HarnessAnswer[];
  readonly report: HarnessReport;
}

/** A bank whose items are found by their content. */
interface FoundByContent {
  readonly name: string;
  readonly items: readonly string[];
  /** The index of the item with this content. */
  find(asked: ItemContent): number | undefined;
}

export interface BenchmarkOptions {
  /** Of all logs, if the caller states one. */
  readonly name?: string | undefined;
  readonly metric?: string | undefined;
}

/** `details_….parquet` of lighteval, or `results/<model>/<dataset>.json` of OpenCompass. */
export function isBenchmarkLog(file: string): boolean {
  return /\.(parquet|json)$/i.test(file);
}

interface ModelAnswers {
  readonly scores: Map<number, { readonly score: number; readonly where: string }>;
  lines: number;
  duplicates: number;
  unknown: number;
  readonly scored: ScoreCollection;
}

/**
 * The answers to items of a bank in details of lighteval and results of OpenCompass, by model. An item is found by its content: question, options and
 * key as the model saw them (known-content.ts). Samples without a score or with another content are counted as unknown.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID; OPTION_INVALID where nothing names the model, or for a metric that OpenCompass does not have
 */
export async function readBenchmarkLogs(
  files: readonly string[],
  bank: FoundByContent,
  { name, metric }: BenchmarkOptions,
): Promise<BenchmarkLog[]> {
  const byModel = new Map<string, ModelAnswers>();
  const programs = new Map<string, Set<string>>();
  for (const file of files) {
    const isLighteval = /\.parquet$/i.test(file);
    const program = isLighteval ? 'lighteval' : 'OpenCompass';
    if (!isLighteval && metric !== undefined)
      fail('OPTION_INVALID', {
        option: '--metric',
        found: `${quoted(metric)} for ${file} of OpenCompass`,
        accepted: 'no --metric: its results have one score',
      });
    const options = { model: name, modelOption: '--name' as const, metric };
    const format = isLighteval ? lighteval(options) : opencompass(options);
    for await (const records of format.records(file))
      for (const record of records) {
        if (record.reason !== undefined)
          fail('FILE_INVALID', {
            file,
            where: record.where,
            found: record.reason,
            accepted: program,
          });
        const answer = orNull(() => format.answer(record.value, file));
        const model = answer?.examinee ?? format.examinee(record.value, file);
        if (model === null) continue;
        const own = byModel.get(model) ?? {
          scores: new Map(),
          lines: 0,
          duplicates: 0,
          unknown: 0,
          scored: scoredBy(),
        };
        byModel.set(model, own);
        programs.set(model, (programs.get(model) ?? new Set()).add(program));
        own.lines++;
        const index = indexOf(format, record.value, file, bank);
        if (answer === null || index === undefined) own.unknown++;
        else {
          own.scored.add(answer);
          keep(own, index, answer.score, { file, where: record.where, item: bank.items[index] });
        }
      }
  }
  const lines = [...byModel.values()].reduce((sum, own) => sum + own.lines, 0);
  const empty = [...byModel].find(([, { scores }]) => scores.size === 0);
  if (empty !== undefined || byModel.size === 0)
    fail('FILE_INVALID', {
      file: files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} more`,
      found: `no item of bank ${bank.name} in ${empty?.[1].lines ?? lines} samples${empty === undefined ? '' : ` of ${empty[0]}`}`,
      accepted: `samples with a score that show the questions and options of ${bank.name} in their own words`,
    });
  return [...byModel].map(([model, { scores, scored, ...counts }]) => ({
    model,
    answers: [...scores]
      .sort(([i], [j]) => i - j)
      .map(([index, { score }]) => ({ item: bank.items[index], index, score })),
    report: {
      ...counts,
      accepted: scores.size,
      otherFilter: 0,
      disagreeing: 0,
      compared: 0,
      filter: null,
      ...metricsOf(scored.found(), `the score of ${[...programs.get(model)!].join(' and ')}`),
    },
  }));
}

function metricsOf({ metrics, otherMetrics, flipped }: ScoredBy, otherwise: string) {
  return {
    metric: metrics.length === 0 ? otherwise : metrics.join(', '),
    ...(otherMetrics.length > 0 && { otherMetrics }),
    ...(flipped.length > 0 && { flipped }),
  };
}

function indexOf(
  format: AnsweredFormat,
  value: unknown,
  file: string,
  bank: FoundByContent,
): number | undefined {
  const item = orNull(() => format.item(value, file));
  return item === null ? undefined : bank.find(item);
}

function orNull<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

function keep(
  own: ModelAnswers,
  index: number,
  score: number,
  { file, where, item }: { readonly file: string; readonly where: string; readonly item: string },
): void {
  const first = own.scores.get(index);
  if (first === undefined) own.scores.set(index, { score, where: `${where} of ${file}` });
  else if (first.score === score) own.duplicates++;
  else
    fail('FILE_INVALID', {
      file,
      where: `${where}, item ${quoted(item)}`,
      found: `score ${score}, but ${first.score} at ${first.where}`,
      accepted: 'one score per item: results of one model and one run',
    });
}
