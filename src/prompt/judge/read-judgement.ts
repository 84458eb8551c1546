import { compatibleForm } from '../../text/compatible-form.ts';
import { gradeCode, hasCode } from './grade-code.ts';
import { type FoundObject, objectsIn, type Value } from './objects-in.ts';
import { plainName, type Rubric, type RubricAspect, rubricScore } from './rubric.ts';
import { visibleReply } from './visible-reply.ts';
import { judgeWordingOf } from './wording/language.ts';

/** Grades that a judge gave, read from its replies. */
export interface Judgement {
  /** A whole grade of each aspect, by its name. */
  readonly aspects: Readonly<Record<string, number>>;
  /** In [0, 1] (`rubricScore`). */
  readonly score: number;
  /** `json`: as it was asked for; `repaired`: faults of form were corrected; `again`: after it was asked once more. */
  readonly rule: 'json' | 'repaired' | 'again';
  readonly reason: null;
}

/** No grades that can be read. The answer has no score of this judge then; it is not a score of 0. */
export interface NoJudgement {
  /** Of the last reply. */
  readonly reason:
    | 'empty'
    | 'unfinished'
    | 'no-object'
    | 'no-code'
    | 'several'
    | 'missing'
    | 'range';
  /** The same in the words of the next question to the judge. */
  readonly problem: string;
}

type Fields = FoundObject['fields'];

/**
 * Reads a judgement from a judge's replies: the first that has one. The whole object must be there, each grade a whole number in its
 * range. Nothing is filled in, and two objects with different grades are none.
 * @param outputs at least one, in their order
 * @param answer what was judged. If it has a brace in it, the judge's object must have the code of its prompt (grade-code.ts)
 */
export function readJudgement(
  outputs: readonly string[],
  rubric: Rubric,
  answer: string,
): Judgement | NoJudgement {
  const code = gradeCode(rubric.name, [answer]);
  let last = problemOf(rubric, 'empty');
  for (const [k, output] of outputs.entries()) {
    const read = readReply(output, rubric, code);
    if (read.reason === null) return k === 0 ? read : { ...read, rule: 'again' };
    last = read;
  }
  return last;
}

function readReply(output: string, rubric: Rubric, code: string | null): Judgement | NoJudgement {
  const text = visibleReply(output);
  if (text === null) return problemOf(rubric, 'unfinished');
  if (text === '') return problemOf(rubric, 'empty');
  const graded = objectsIn(text).filter(({ fields }) => givenGrades(fields, rubric).size > 0);
  if (graded.length === 0) return problemOf(rubric, 'no-object');
  const own = graded.filter((found) => hasCode(found, code));
  if (own.length === 0) return problemOf(rubric, 'no-code');
  const read = own.map((found) => readObject(found, rubric));
  const judgements = read.filter((one) => one.reason === null);
  if (judgements.length === 0) return read[read.length - 1];
  const [first, ...others] = judgements;
  const names = rubric.aspects.map(({ name }) => name);
  const isSame = others.every(({ aspects }) =>
    names.every((name) => aspects[name] === first.aspects[name]),
  );
  return isSame ? first : problemOf(rubric, 'several');
}

function readObject({ fields, isJson }: FoundObject, rubric: Rubric): Judgement | NoJudgement {
  const { problems } = judgeWordingOf(rubric.language);
  const given = givenGrades(fields, rubric);
  const missing = rubric.aspects.filter((aspect) => !given.has(aspect)).map(({ name }) => name);
  if (missing.length > 0)
    return { reason: 'missing', problem: problems.missing(missing.join(', ')) };
  const aspects: [string, number][] = [];
  let isPlain = isJson;
  for (const [aspect, values] of given) {
    const { name, low, high } = aspect;
    const grades = values.map(({ text }) => gradeOf(text, aspect));
    const [grade] = grades;
    if (grades.some((other) => other !== grade)) return problemOf(rubric, 'several');
    if (grade === null) {
      const shown = JSON.stringify((values[0].text ?? '').slice(0, 60));
      return { reason: 'range', problem: problems.range(name, shown, low, high) };
    }
    isPlain &&= values.every(({ name: own, text }) => own === name && text === String(grade));
    aspects.push([name, grade]);
  }
  const grades = Object.fromEntries(aspects);
  return {
    aspects: grades,
    score: rubricScore(rubric, grades),
    rule: isPlain ? 'json' : 'repaired',
    reason: null,
  };
}

/** Names of the grade within an object that an aspect has for itself. */
const GRADE_NAMES = new Set(
  ['score', 'rating', 'grade', 'value', '评分', '分数', '得分'].map(plainName),
);

interface Given {
  readonly name: string;
  /** Null if it is no text or number. */
  readonly text: string | null;
}

/** What an object says of each aspect, by the aspect's names in any spelling; also one level down, as in `{"scores": {…}}`. */
function givenGrades(fields: Fields, rubric: Rubric): Map<RubricAspect, Given[]> {
  const given = new Map<RubricAspect, Given[]>();
  const look = (part: Fields) => {
    for (const [name, value] of part) {
      const plain = plainName(name);
      const aspect = rubric.aspects.find((one) =>
        [one.name, ...one.also].some((other) => plainName(other) === plain),
      );
      if (aspect === undefined) {
        if (isFields(value)) look(value);
        continue;
      }
      const own = isFields(value)
        ? value.flatMap(([key, inner]) => (GRADE_NAMES.has(plainName(key)) ? [inner] : []))
        : [value];
      const values = (own.length === 0 ? [null] : own).map((inner) => ({
        name: isFields(value) ? '' : name,
        text: typeof inner === 'string' ? inner : null,
      }));
      given.set(aspect, [...(given.get(aspect) ?? []), ...values]);
    }
  };
  look(fields);
  return given;
}

function isFields(value: Value): value is Fields {
  return typeof value === 'object' && value !== null;
}

const GRADE =
  /^(?<grade>-?\d{1,4})(?:\.0+)?\s*(?:分|points?|(?:\/|out of)\s*(?<of>-?\d{1,4})(?:\s*分)?)?$/i;

/** The grade that a value states: `4`, `"4"`, `4.0`, `4/5`, `4分`. Null if it is none within the range of the aspect. */
function gradeOf(text: string | null, { low, high }: RubricAspect): number | null {
  const groups = GRADE.exec(compatibleForm(text ?? '').trim())?.groups;
  if (groups === undefined) return null;
  const grade = Number(groups.grade);
  if (groups.of !== undefined && Number(groups.of) !== high) return null;
  // Adding 0 makes one zero of both.
  return grade >= low && grade <= high ? grade + 0 : null;
}

function problemOf(
  { language }: Rubric,
  reason: 'empty' | 'unfinished' | 'no-object' | 'no-code' | 'several',
): NoJudgement {
  const { problems } = judgeWordingOf(language);
  const words = {
    empty: problems.empty,
    unfinished: problems.unfinished,
    'no-object': problems.noObject,
    'no-code': problems.noCode,
    several: problems.several,
  };
  return { reason, problem: words[reason] };
}
