import { z } from 'zod';
import { metricSchema } from '../../items/metric/metric.ts';
import type { ItemFormat } from '../format.ts';
import type { Provenance } from '../item-draft.ts';
import { jsonRecords } from '../records/json-records.ts';
import { parquetRows } from '../records/parquet-rows.ts';
import { parseValue } from '../records/parse-value.ts';
import { Rejection } from '../records/records.ts';
import { sourceName } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';

const GSM8K: Provenance = { source: 'GSM8K', licence: 'MIT', language: 'en' };
const QUESTION = z.looseObject({ question: z.string(), answer: z.string() });
const METRIC = metricSchema.parse({ name: 'numeric-match', which: 'last' });
const MARK = '####';
/** Commas group thousands: `1,234`. */
const NUMBER = /^[-+]?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * The files of GSM8K (Cobbe et al. 2021, arXiv:2110.14168), JSON Lines or Parquet: `question`, and an `answer` that ends with
 * `#### ` and a number. The number, without commas, is the key; the solution before it is the explanation, without the
 * annotations `<<48/2=24>>` of a calculator. The last number of an answer is compared with it, as usual.
 */
export function gsm8k(provenance: Partial<Provenance> = {}): ItemFormat {
  const all = { ...GSM8K, ...provenance };
  return {
    records: (source) =>
      /\.parquet$/i.test(sourceName(source)) ? parquetRows(source) : jsonRecords(source),
    item(value) {
      const { question, answer } = parseValue(QUESTION, value);
      const at = answer.lastIndexOf(MARK);
      if (at === -1) throw new Rejection(`answer: no ${MARK} before the number`);
      const number = answer.slice(at + MARK.length).trim();
      if (!NUMBER.test(number))
        throw new Rejection(`answer: no number after ${MARK}, but ${number.slice(0, 40)}`);
      return sealItem(
        {
          type: 'open',
          stem: question,
          key: [number.replaceAll(/[,$+]/g, '')],
          explanation: answer.slice(0, at).replaceAll(/<<[^<>\n]{0,200}>>/g, ''),
          metric: METRIC,
        },
        all,
        'gsm8k',
      );
    },
  };
}
