import { distance } from 'fastest-levenshtein';
import { quoted } from '../../text/quoted.ts';

const EXAMINEE = ['modelname', 'modelid', 'system', 'participant', 'subject', 'llm'];
const ITEM = [
  ...['itemid', 'question', 'questionid', 'qid', 'task', 'taskid', 'problem', 'problemid'],
  ...['sample', 'sampleid', 'docid', 'instance', 'instanceid', 'example', 'exampleid', 'promptid'],
];
/** Names that other programs give to a column, without their spaces and underscores. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  examinee: ['model', ...EXAMINEE],
  model: ['examinee', ...EXAMINEE],
  item: ITEM,
  score: [
    ...['correct', 'iscorrect', 'acc', 'accuracy', 'result', 'right', 'value', 'grade', 'rating'],
    ...['passed', 'pass', 'success', 'resolved', 'outcome', 'exactmatch', 'em', 'points', 'label'],
  ],
  judge: ['rater', 'annotator', 'grader', 'evaluator', 'reviewer'],
  aspect: ['criterion', 'dimension'],
  key: ['answer', 'answerkey', 'goldanswer', 'gold', 'groundtruth', 'correct', 'correctanswer'],
  choice: ['answer', 'answered', 'response', 'prediction', 'predicted', 'option', 'selected'],
  cost: ['price', 'dollars', 'usd'],
};

/** Names of fewer letters are one letter away from other words: key, bey. */
const SHORT = 4;

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** The column that is probably meant by `name`; undefined if none is. */
export function likelyColumn(name: string, columns: readonly string[]): string | undefined {
  return (
    respelt(name, columns) ?? columns.find((column) => ALSO[name]?.includes(bare(column)) === true)
  );
}

/** The column of this name in other letter case, with other spaces and underscores, or with a letter too many, too few or wrong. */
export function respelt(name: string, columns: readonly string[]): string | undefined {
  const edits = name.length < SHORT ? 0 : 1;
  return columns.find((column) => column !== name && distance(bare(column), bare(name)) <= edits);
}

/** A column that is missing, as an error shows it. */
export function missingColumn(name: string, columns: readonly string[]): string {
  const likely = likelyColumn(name, columns);
  const meant = likely === undefined ? '' : `; ${quoted(likely)} may be meant`;
  return `no column ${quoted(name)} among ${quoted(columns.join(','))}${meant}`;
}
