import { z } from 'zod';
import type { ItemFormat } from '../format.ts';
import type { Provenance } from '../item-draft.ts';
import { jsonRecords } from '../records/json-records.ts';
import { parseValue } from '../records/parse-value.ts';
import { Rejection } from '../records/records.ts';
import { sealItem } from '../seal-item.ts';

const CMB_CLIN: Provenance = { source: 'CMB-Clin', licence: 'Apache-2.0', language: 'zh' };
/** Judges grade the answers, as in the paper. */
const RUBRIC = { name: 'rubric', rubric: 'cmb-clin' } as const;
const TEXT = z.string().refine((text) => text.trim() !== '', 'blank');
/** The published file calls a reference answer `answer`, the paper and copies of the file `solution`. */
const PAIR = z.looseObject({
  question: TEXT,
  solution: TEXT.optional(),
  answer: TEXT.optional(),
});
const CASE = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  title: z.string().optional(),
  description: TEXT,
  QA_pairs: z.array(PAIR).min(1),
});

/**
 * The cases of CMB-Clin (Wang et al. 2023, arXiv:2308.08833), a JSON list or JSON Lines: the description of a patient, and questions
 * about it that are asked in turn, each with a reference answer. Judges grade the answers by the rubric `cmb-clin`. The title becomes a tag. Their `id` numbers cases anew in each file, so it
 * is not kept.
 */
export function cmbClin(provenance: Partial<Provenance> = {}): ItemFormat {
  const all = { ...CMB_CLIN, ...provenance };
  return {
    records: jsonRecords,
    item(value) {
      const { title, description, QA_pairs } = parseValue(CASE, value);
      const key = QA_pairs.map(({ question, solution, answer }, k) => {
        const reference = solution ?? answer;
        if (reference === undefined) throw new Rejection(`QA_pairs: ${k}: no solution`);
        return { question, answers: [reference] };
      });
      return sealItem(
        { type: 'case', stem: description, key, metric: RUBRIC, tags: { title } },
        all,
        'cmb-clin',
      );
    },
  };
}
