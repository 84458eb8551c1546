import type { Cut } from '../../src/finish-reason.ts';
import type { Item } from '../items/item.ts';
import type { ModelIdentity } from './logs/model-identity.ts';
import type { SourceRecord } from './records/records.ts';
import type { Source } from './records/source.ts';

/** A format of files of items. Each importer is one. */
export interface ItemFormat {
  /** The records of a file, those read together in one list. Throws what ends the whole import. */
  records(source: Source): AsyncIterable<SourceRecord[]>;
  /** The item of a record. Throws a Rejection. */
  item(value: unknown, source: Source): Item;
}

/** Who answered a record's item, and how right. */
export interface RecordAnswer {
  readonly examinee: string;
  /** In [0, 1]. */
  readonly score: number;
  /** The metric or scorer of the log that the score is of. */
  readonly metric?: string | undefined;
  /** Metrics or scorers of the record that the score is not of. */
  readonly otherMetrics?: readonly string[] | undefined;
  /** Whether the score is 1 − x, because smaller values of the metric are better. */
  readonly isFlipped?: boolean | undefined;
  /** Whether the answer comes from the stand-in. */
  readonly simulated?: boolean | undefined;
  /** The kind of limit at which the sample was ended, such as `token` or `time`, if the log says so. */
  readonly limit?: string | undefined;
  /** The letter that the log says was extracted; null if there was none, absent if it does not say. */
  readonly extracted?: string | null | undefined;
  /** Whether the log says that the output ended at the limit of tokens. */
  readonly isCut?: Cut;
  /** Whether the log says that the question was refused. */
  readonly refused?: boolean | undefined;
}

/** A format of logs, whose records have an answer beside the item. */
export interface AnsweredFormat extends ItemFormat {
  /** Null where there is none. Throws a Rejection where it is none that can be kept. */
  answer(value: unknown, source: Source): RecordAnswer | null;
  /** The model of a record, also of one without an answer; null if nothing names it. */
  examinee(value: unknown, source: Source): string | null;
  /** What the log says of the model besides its name; absent or undefined if that does not matter, as where the caller has named it. */
  identity?(value: unknown, source: Source): ModelIdentity | undefined;
}

/** The answers of one record: of one examinee to one item, or to several. */
export interface NamedAnswers {
  readonly examinee: string;
  /** Null or absent where the record does not say. */
  readonly family?: string | null | undefined;
  /** Whether the answers come from the stand-in. */
  readonly simulated?: boolean;
  /** What the scores are of, if the format has several metrics. */
  readonly scored?: Pick<RecordAnswer, 'metric' | 'otherMetrics' | 'isFlipped'>;
  /** Each score in [0, 1]. */
  readonly answers: readonly { readonly item: string; readonly score: number }[];
}

/** A format of recorded answers, whose records name items and do not show them. */
export interface AnswerFormat {
  /** The records of a file, those read together in one list. Throws what ends the whole reading. */
  records(source: Source): AsyncIterable<SourceRecord[]>;
  /** Throws a Rejection. */
  answers(value: unknown, source: Source): NamedAnswers;
}
