import type { NamedAnswers } from '../../../item-bank/import/format.ts';
import { Rejection } from '../../../item-bank/import/records/records.ts';
import { fail } from '../../errors.ts';
import { shortestScore } from '../../irt/responses.ts';
import { nameProblem } from '../../plain-text.ts';
import { quoted } from '../../text/quoted.ts';
import { failTooLarge, MOST_CELLS } from '../responses/matrix-size.ts';
import type { Responses } from '../responses/response-form.ts';

interface Examinee {
  family: string | null;
  simulated?: boolean;
  /** By the number of the item; NaN for none. */
  readonly scores: number[];
  /** The number of the record that each score is of. */
  readonly records: number[];
}

/** Answers as records give them. */
export interface NamedCollection {
  /**
   * Takes the answers of a record.
   * @param where its place in the file, for errors
   * @returns false if all of them are known with the same scores
   * @throws Rejection for a name that no file can hold, FILE_INVALID for another score of an answer that is known
   */
  add(record: NamedAnswers, place: { readonly file: string; readonly where: string }): boolean;
  /** Examinees and items in the order they were met. @throws FILE_INVALID if there are too many */
  responses(file: string): Responses;
}

/** Collects answers from records of any order. Which of two contradicting answers counts must not depend on it, so they end the reading. */
export function collectNamed(): NamedCollection {
  const items = new Map<string, number>();
  const examinees = new Map<string, Examinee>();
  const places: { readonly file: string; readonly where: string }[] = [];
  return {
    add(record, place) {
      const { examinee, family = null, answers } = record;
      const { file, where } = place;
      for (const name of [examinee, family ?? 'x', ...answers.map(({ item }) => item)])
        checkName(name);
      const own = examinees.get(examinee) ?? { family: null, scores: [], records: [] };
      const known = examinees.has(examinee);
      if (family !== null && own.family !== null && family !== own.family)
        fail('FILE_INVALID', {
          file,
          where: `${where}, examinee ${quoted(examinee)}`,
          found: `family ${quoted(family)} after ${quoted(own.family)}`,
          accepted: 'one family per examinee',
        });
      const number = places.push(place) - 1;
      let isNew = !known || (family !== null && own.family === null);
      for (const { item, score } of answers) {
        const j = items.get(item) ?? items.size;
        items.set(item, j);
        // As it is kept: single precision.
        const kept = Math.fround(score) + 0;
        const before = own.scores[j];
        if (before === undefined) {
          own.scores[j] = kept;
          own.records[j] = number;
          isNew = true;
        } else if (before !== kept) {
          const first = places[own.records[j]];
          fail('FILE_INVALID', {
            file,
            where: `${where}, examinee ${quoted(examinee)}, item ${quoted(item)}`,
            found: `score ${score}, but ${shortestScore(before)} at ${first.where} of ${first.file}`,
            accepted: 'one score per examinee and item',
          });
        }
      }
      own.family ??= family;
      if (record.simulated === true) own.simulated = true;
      examinees.set(examinee, own);
      if (!isNew) places.pop();
      return isNew;
    },
    responses(file) {
      const width = items.size;
      if (examinees.size * width > MOST_CELLS) failTooLarge(file, examinees.size, width);
      const scores = new Float32Array(examinees.size * width).fill(Number.NaN);
      let m = 0;
      for (const own of examinees.values()) {
        for (const [j, score] of own.scores.entries())
          if (score !== undefined) scores[m * width + j] = score;
        m++;
      }
      const families = [...examinees.values()].map(({ family }) => family);
      const areKnown = families.every((family) => family !== null);
      const standIns = [...examinees].flatMap(([name, own]) => (own.simulated ? [name] : []));
      return {
        ...(standIns.length > 0 && { standIns }),
        matrix: { examinees: [...examinees.keys()], items: [...items.keys()], scores },
        families: areKnown && families.length > 0 ? families : null,
      };
    },
  };
}

function checkName(name: string): void {
  const problem = nameProblem(name);
  if (problem !== null) throw new Rejection(problem);
}
