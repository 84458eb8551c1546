import type { ItemFormat } from '../format.ts';
import type { Provenance } from '../item-draft.ts';
import { keyLetters, sortedLetters } from '../letters.ts';
import { type HumanFields, humanFields, humanReader } from '../recognise/human-figures.ts';
import { optionLines } from '../recognise/option-lines.ts';
import { fieldsByName } from '../recognise/recognise-fields.ts';
import { isTag } from '../recognise/recognised-draft.ts';
import { type CsvRow, csvRows } from '../records/csv-rows.ts';
import { sealItem } from '../seal-item.ts';

const PROVENANCE: Provenance = {
  source: 'CMExam',
  licence: 'Apache-2.0; academic use',
  language: 'zh',
};

const COLUMNS = ['Question', 'Options', 'Answer', 'Explanation'];

/** The five annotations by the words that their columns are known by, and the tags they become. */
const ANNOTATIONS: readonly (readonly [RegExp, string])[] = [
  [/icd|disease/i, 'icd11_group'],
  [/department/i, 'clinical_department'],
  [/discipline/i, 'medical_discipline'],
  [/competenc/i, 'medical_competency'],
  [/difficulty/i, 'difficulty_level'],
];

/**
 * The CSV files of CMExam (Liu et al. 2023, arXiv:2306.03030): Question, Options (a line an option, its letter first),
 * Answer (`B`, or `ABD` of a question with several), Explanation, and in the annotated test file five annotations, which
 * become tags, as does every other column with a short text. Columns with the accuracy of people and their number, under usual names, become the human figures: the published
 * files have none, only the level of difficulty that was made of them. A question is `single` where its key has one letter: the files do not say otherwise. `nan` is an empty
 * cell, as pandas writes it.
 */
export function cmexam(provenance: Partial<Provenance> = {}): ItemFormat {
  const all = { ...PROVENANCE, ...provenance };
  const readHuman = humanReader();
  return {
    records: (source) => csvRows(source, ['Question', 'Options', 'Answer']),
    item(value) {
      const row = value as CsvRow;
      const human = humanFields(fieldsByName(Object.keys(row)));
      const key = sortedLetters(keyLetters(cell(row, 'Answer')));
      return sealItem(
        {
          type: key.length > 1 ? 'multiple' : 'single',
          stem: cell(row, 'Question'),
          options: optionLines(cell(row, 'Options')),
          key,
          explanation: cell(row, 'Explanation'),
          tags: annotations(row, human),
          human:
            human && readHuman(row[human.accuracy], row[human.respondents ?? ''], human.accuracyIs),
        },
        all,
        'cmexam',
      );
    },
  };
}

function cell(row: CsvRow, column: string): string {
  const text = row[column] ?? '';
  return text.toLowerCase() === 'nan' ? '' : text;
}

/** The annotations, and every other column under its own name; not the numbers of rows that pandas adds. */
function annotations(row: CsvRow, human: HumanFields | undefined): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const column of Object.keys(row)) {
    if (COLUMNS.includes(column) || /^(unnamed:? ?\d*)?$/i.test(column)) continue;
    if (column === human?.accuracy || column === human?.respondents) continue;
    const tag = ANNOTATIONS.find(([words]) => words.test(column))?.[1] ?? column;
    const value = cell(row, column);
    if (value !== '' && isTag(tag, value)) tags[tag] ??= value;
  }
  return tags;
}
