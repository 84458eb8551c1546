import {
  type HarnessSample,
  parseHarnessSample,
} from '../../../item-bank/import/logs/harness-sample.ts';
import {
  type HarnessScorer,
  harnessLetter,
  harnessScorer,
} from '../../../item-bank/import/logs/harness-score.ts';
import { harnessDraft } from '../../../item-bank/import/logs/lm-eval-draft.ts';
import { Rejection } from '../../../item-bank/import/records/records.ts';
import { fail } from '../../errors.ts';
import { cutReason, isCutInRecord } from '../../finish-reason.ts';
import {
  type AnswerPattern,
  answerPatterns,
  type ReadAnswer,
  type SingleChoice,
} from '../../scoring/patterns/answer-pattern.ts';
import { quoted } from '../../text/quoted.ts';
import { readLines } from '../../text/read-lines.ts';
import { harnessLocator } from './harness-locator.ts';
import type { HarnessBank } from './harness-tasks.ts';

export interface HarnessAnswer {
  readonly item: string;
  /** The index of the item in the bank. */
  readonly index: number;
  /** In [0, 1]. */
  readonly score: number;
}

/** What became of the lines: lines = accepted + duplicates + unknown + otherFilter. */
export interface HarnessReport {
  readonly lines: number;
  /** Lines that gave an answer, one per item. */
  readonly accepted: number;
  /** Lines that repeat an answer with the same score. */
  readonly duplicates: number;
  /** Lines of items that the bank does not have. */
  readonly unknown: number;
  /** Lines of filters that were not asked for. */
  readonly otherFilter: number;
  /** Lines whose document is not the one that `doc_id` names; the document was taken. */
  readonly disagreeing: number;
  /** Accepted lines without a metric, scored by comparing the response with the target. */
  readonly compared: number;
  /** null if the logs name no filter. */
  readonly filter: string | null;
  /** The metric scored by; `target` where every line was compared with its target. */
  readonly metric: string;
  /** Metrics of the logs that are scores too, and are not scored by; absent if there are none. */
  readonly otherMetrics?: readonly string[];
  /** Metrics whose scores are 1 − x; absent if there are none. */
  readonly flipped?: readonly string[];
}

export interface HarnessOptions {
  readonly filter?: string | undefined;
  readonly metric?: string | undefined;
}

/**
 * Reads the answers of one examinee from sample logs of lm-evaluation-harness (`samples_<task>_<date>.jsonl`,
 * written by `--log_samples`), line by line: logs may be larger than memory.
 *
 * An item is known by the document in the line, where it is logged and has the bank's id field; else by the
 * task in the file's name and `doc_id`. Where both are there and disagree, the document counts: the harness
 * logs wrong `doc_id`s when `--samples` was not ascending.
 * Of several metrics, exact_match is taken, else acc, else acc_norm, else the first. Several filters give several lines a
 * document: then `options.filter` must choose.
 * @returns the answers in the order of the bank, whatever the order of files and lines, and what the logged letters show of prompt and
 * extraction
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, OPTION_INVALID, HARNESS_UNMAPPED
 */
export function readHarnessSamples(
  files: readonly string[],
  bank: HarnessBank,
  options: HarnessOptions = {},
): { answers: HarnessAnswer[]; report: HarnessReport; patterns: AnswerPattern[] } {
  const locate = harnessLocator(bank);
  if (files.length === 0) {
    const accepted = 'files samples_<task>_<date>.jsonl';
    fail('OPTION_INVALID', { option: 'sample logs', found: 'none', accepted });
  }
  const scorer = harnessScorer(options.metric);
  const filters = new Set<string | null>();
  const taken = new Map<number, { score: number; place: string; read: ReadAnswer | null }>();
  const counts = {
    lines: 0,
    duplicates: 0,
    unknown: 0,
    otherFilter: 0,
    disagreeing: 0,
    compared: 0,
  };

  const take = (sample: HarnessSample, file: string, line: number) => {
    const { index, disagrees } = locate(sample, file, line);
    if (index === undefined) {
      counts.unknown++;
      return;
    }
    if (disagrees) counts.disagreeing++;
    const where = `line ${line}, item ${quoted(bank.items[index])}`;
    const { score, compared } = scorer.score(sample, { file, where });
    const first = taken.get(index);
    if (first === undefined) {
      taken.set(index, { score, place: `line ${line} of ${file}`, read: readAnswerOf(sample) });
      if (compared) counts.compared++;
    } else if (first.score === score) {
      counts.duplicates++;
    } else {
      fail('FILE_INVALID', {
        file,
        where,
        found: `score ${score}, but ${first.score} on ${first.place}`,
        accepted: 'one score per item: logs of one examinee and one run',
      });
    }
  };

  for (const file of files) {
    const before = counts.lines;
    for (const textLine of readLines(file)) {
      const sample = parseHarnessSample(file, textLine);
      counts.lines++;
      const filter = sample.filter ?? null;
      filters.add(filter);
      // Several filters and no choice is an error: then only their names are still gathered.
      const wanted = options.filter === undefined ? filters.size === 1 : filter === options.filter;
      if (wanted) take(sample, file, textLine.line);
      else counts.otherFilter++;
    }
    if (counts.lines === before) {
      fail('FILE_INVALID', { file, found: 'an empty file', accepted: 'one JSON object per line' });
    }
  }
  const filter = chosenFilter(filters, options.filter);
  if (taken.size === 0) failToMatch(files, bank, counts.lines);
  return {
    answers: [...taken]
      .sort(([i], [j]) => i - j)
      .map(([index, { score }]) => ({ item: bank.items[index], index, score })),
    patterns: answerPatterns([...taken.values()].flatMap(({ read }) => read ?? [])),
    report: { ...counts, accepted: taken.size, filter, ...scoredByOf(scorer) },
  };
}

function scoredByOf(scorer: HarnessScorer) {
  const metric = scorer.metric() ?? 'target';
  const otherMetrics = scorer.others();
  return {
    metric,
    ...(otherMetrics.length > 0 && { otherMetrics }),
    ...(scorer.isFlipped() && { flipped: [metric] }),
  };
}

/** What a line says was extracted, with the key of its document; null if it does not say. */
function readAnswerOf(sample: HarnessSample): ReadAnswer | null {
  const extracted = harnessLetter(sample);
  if (extracted === undefined) return null;
  const reason = extracted === null ? (cutReason(isCutInRecord(sample)) ?? null) : null;
  return { extracted, reason, refused: false, choice: choiceOf(sample) };
}

function choiceOf(sample: HarnessSample): SingleChoice | null {
  try {
    const { type, key, options = {} } = harnessDraft(sample, '');
    return type === 'single' ? { key: String(key[0]), options: Object.keys(options).length } : null;
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

function chosenFilter(filters: ReadonlySet<string | null>, asked?: string): string | null {
  if (asked === undefined && filters.size === 1) return [...filters][0];
  if (asked !== undefined && filters.has(asked)) return asked;
  const names = [...filters].filter((name) => name !== null).map(quoted);
  if (asked === undefined) {
    const found = `nothing, but the logs have the filters ${names.join(', ')}`;
    fail('OPTION_INVALID', { option: '--filter', found, accepted: 'one of them' });
  }
  const accepted =
    names.length === 0 ? 'no --filter, because the logs name no filter' : names.join(', ');
  return fail('OPTION_INVALID', { option: '--filter', found: quoted(asked), accepted });
}

function failToMatch(files: readonly string[], bank: HarnessBank, lines: number): never {
  fail('FILE_INVALID', {
    file: files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} more`,
    found: `no item of bank ${bank.name} in ${lines} line${lines === 1 ? '' : 's'}`,
    accepted: `logs of the tasks ${bank.harness?.taskPrefix}…`,
  });
}
