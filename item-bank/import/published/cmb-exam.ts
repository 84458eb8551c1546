import { z } from 'zod';
import type { ItemFormat } from '../format.ts';
import type { Provenance } from '../item-draft.ts';
import { keyLetters, sortedLetters } from '../letters.ts';
import { jsonRecords } from '../records/json-records.ts';
import { parseValue } from '../records/parse-value.ts';
import { sealItem } from '../seal-item.ts';

const PROVENANCE: Provenance = { source: 'CMB-Exam', licence: 'Apache-2.0', language: 'zh' };

const TYPES: Readonly<Record<string, 'single' | 'multiple'>> = {
  单项选择题: 'single',
  多项选择题: 'multiple',
};

const QUESTION = z.looseObject({
  exam_type: z.string().optional(),
  exam_class: z.string().optional(),
  exam_subject: z.string().optional(),
  question: z.string(),
  answer: z.string(),
  question_type: z.enum(['单项选择题', '多项选择题']),
  option: z.record(z.string(), z.string().nullable()),
  explanation: z.string().nullish(),
});

/**
 * The files of CMB-Exam (Wang et al. 2023, arXiv:2308.08833): a JSON list, or one object a line. The exam's type, class
 * and subject become tags. Blank options are left out: questions with fewer options than others have them. The test file
 * has its answers elsewhere; without them its questions are rejected. Their `id` numbers questions anew in each file, so
 * it is not kept.
 */
export function cmbExam(provenance: Partial<Provenance> = {}): ItemFormat {
  const all = { ...PROVENANCE, ...provenance };
  return {
    records: jsonRecords,
    item(value) {
      const question = parseValue(QUESTION, value);
      return sealItem(
        {
          type: TYPES[question.question_type],
          stem: question.question,
          options: Object.fromEntries(
            Object.entries(question.option).map(([letter, text]) => [letter.trim(), text ?? '']),
          ),
          key: sortedLetters(keyLetters(question.answer)),
          explanation: question.explanation ?? undefined,
          tags: {
            exam_type: question.exam_type,
            exam_class: question.exam_class,
            exam_subject: question.exam_subject,
          },
        },
        all,
        'cmb',
      );
    },
  };
}
