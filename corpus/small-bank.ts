import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RandomStream, randomInteger, randomNormal, randomStream } from '../src/random.ts';

/** The files that cases begin with, made from a seed: 40 questions of arithmetic, 12 models that answered them, and what else commands read. */
export function writeSmallBank(folder: string): void {
  for (const [name, text] of Object.entries(smallBank())) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const ITEMS = 40;
const MODELS = 12;
const FAMILIES = ['ash', 'birch', 'cedar', 'elm', 'fir', 'oak'];

interface SmallItem {
  readonly id: string;
  readonly stem: string;
  readonly options: readonly string[];
  /** Index of the right option. */
  readonly right: number;
  readonly topic: string;
  readonly language: string;
  readonly a: number;
  readonly b: number;
}

function smallBank(): Record<string, string> {
  const random = randomStream('corpus', 'bank');
  const items = Array.from({ length: ITEMS }, (_, k) => smallItem(k, random));
  const models = Array.from({ length: MODELS }, (_, k) => ({
    name: `${FAMILIES[k % FAMILIES.length]}-${1 + Math.floor(k / FAMILIES.length)}`,
    family: FAMILIES[k % FAMILIES.length],
    ability: -1.6 + (3.2 * k) / MODELS + 0.4 * randomNormal(random),
    released: `202${3 + Math.floor((3 * k) / MODELS)}-0${1 + (k % 9)}-15`,
  }));
  const right = models.map(({ ability }) =>
    items.map(({ a, b }) => random() < 0.2 + 0.8 / (1 + Math.exp(-a * (ability - b)))),
  );
  const choices = right.map((row) =>
    row.map((isRight, j) => {
      const wrong = (items[j].right + 1 + randomInteger(random, 3)) % 4;
      return 'ABCD'[isRight ? items[j].right : wrong];
    }),
  );
  const ids = items.map(({ id }) => id);
  const rows = (cells: (i: number, j: number) => string | number) =>
    csv(
      ['examinee', ...ids],
      models.map(({ name }, i) => [name, ...ids.map((_, j) => cells(i, j))]),
    );
  const score = (i: number, j: number) => Number(right[i][j]);
  return {
    'questions.csv': csv(
      [
        'id',
        'question',
        'A',
        'B',
        'C',
        'D',
        'answer',
        'topic',
        'level',
        'explanation',
        'human_accuracy',
        'respondents',
      ],
      items.map((item, j) => [
        ...[item.id, item.stem, ...item.options, 'ABCD'[item.right], item.topic],
        item.b < -0.3 ? 'easy' : item.b < 0.5 ? 'medium' : 'hard',
        item.language === 'zh' ? '按顺序计算。' : 'Work it out step by step.',
        ...[(0.3 + 0.6 / (1 + Math.exp(item.b))).toFixed(2), 40 + j],
      ]),
    ),
    'answers.csv': rows(score),
    'other-answers.csv': rows((i, j) => (random() < 0.12 ? 1 - score(i, j) : score(i, j))),
    'some-missing.csv': rows((i, j) => ((i * 7 + j * 3) % 11 === 0 ? '' : score(i, j))),
    'graded.csv': rows((i, j) => (score(i, j) + randomInteger(random, 3)) / 3),
    'choices.csv': csv(
      ['examinee', 'item', 'choice'],
      models.flatMap(({ name }, i) => ids.map((id, j) => [name, id, choices[i][j]])),
    ),
    'new-answers.csv': csv(
      ['examinee', ...ids],
      Array.from({ length: 10 }, (_, k) => `yew-${k}`).map((name, k) => [
        ...[
          name,
          ...items.map(({ a, b }) =>
            Number(random() < 0.2 + 0.8 / (1 + Math.exp(-a * (0.2 * k - 0.6 - b)))),
          ),
        ],
      ]),
    ),
    'keys.csv': csv(
      ['item', 'key'],
      items.map(({ id, right }) => [id, 'ABCD'[right]]),
    ),
    'tags.csv': csv(
      ['item', 'topic'],
      items.map(({ id, topic }) => [id, topic]),
    ),
    'costs.csv': csv(
      ['item', 'cost'],
      ids.map((id, j) => [id, (0.1 + (j % 7) * 0.15).toFixed(2)]),
    ),
    'families.csv': csv(
      ['examinee', 'family'],
      models.map(({ name, family }) => [name, family]),
    ),
    'models.csv': csv(
      ['examinee', 'released'],
      models.map(({ name, released }) => [name, released]),
    ),
    'parameters.csv': csv(
      ['item', 'a', 'b', 'c', 'd'],
      items.map(({ id, a, b }) => [id, a.toFixed(4), b.toFixed(4), 0.2, 1]),
    ),
    'outputs.jsonl': jsonl(
      models.slice(0, 6).flatMap(({ name }, i) =>
        items.slice(0, 20).map(({ id }, j) => ({
          ...{ model: name, item: id },
          output: wording(choices[i][j], (i + j) % 6),
        })),
      ),
    ),
    'repeats.csv': csv(
      ['model', 'item', 'repeat', 'score'],
      models
        .slice(0, 4)
        .flatMap(({ name, ability }) =>
          items
            .slice(0, 15)
            .flatMap(({ id, a, b }) =>
              [1, 2, 3, 4].map((repeat) => [
                ...[name, id, repeat],
                Number(random() < 1 / (1 + Math.exp(-1.5 * a * (ability - b)))),
              ]),
            ),
        ),
    ),
    'judgements.csv': csv(
      ['model', 'item', 'judge', 'score'],
      models
        .slice(0, 5)
        .flatMap(({ name }, i) =>
          ids
            .slice(0, 12)
            .flatMap((id, j) =>
              ['anna', 'judge-1', 'judge-2'].map((judge, k) => [
                ...[name, id, judge],
                Math.min(
                  5,
                  Math.max(1, 2 + score(i, j) * 2 + randomInteger(random, 2) + (k === 2 ? 1 : 0)),
                ),
              ]),
            ),
        ),
    ),
    'checkpoints.csv': csv(
      ['examinee', ...ids],
      [100, 200, 300, 400, 500].map((step, k) => [
        `run-step${step}`,
        ...items.map(({ a, b }) =>
          Number(random() < 0.2 + 0.8 / (1 + Math.exp(-a * (-1 + 0.45 * k - b)))),
        ),
      ]),
    ),
    'board-a.csv': csv(
      ['model', 'score'],
      models.slice(0, 10).map(({ name, ability }) => [name, (50 + 15 * ability).toFixed(1)]),
    ),
    'board-b.csv': csv(
      ['model', 'score'],
      models
        .slice(1, 12)
        .map(({ name, ability }) => [
          name,
          (45 + 12 * ability + 6 * randomNormal(random)).toFixed(1),
        ]),
    ),
    'notes.txt': NOTES,
    'cases.jsonl': jsonl(
      Array.from({ length: 8 }, (_, k) => ({
        ...{ id: `case-${k + 1}`, type: 'open', language: k % 2 === 0 ? 'en' : 'zh' },
        question:
          k % 2 === 0
            ? `How would you explain why ${k + 3} is ${k % 4 === 0 ? 'odd' : 'not even'}?`
            : `请说明如何计算${k + 3}乘以${k + 2}。`,
        answer: k % 2 === 0 ? 'Divide it by two: one remains.' : `把${k + 3}加${k + 2}次。`,
        metric: { name: 'rubric', rubric: 'cmb-clin' },
        topic: k < 4 ? 'first' : 'second',
      })),
    ),
  };
}

function smallItem(k: number, random: RandomStream): SmallItem {
  const isChinese = k % 4 === 3;
  const [left, second] = [11 + k, 3 + ((k * 5) % 17)];
  const topics = isChinese
    ? ['加法', '减法', '乘法']
    : ['addition', 'subtraction', 'multiplication'];
  const [sign, result] = [
    [isChinese ? '加' : 'plus', left + second],
    [isChinese ? '减' : 'minus', left - second],
    [isChinese ? '乘以' : 'times', left * second],
  ][k % 3] as [string, number];
  const right = randomInteger(random, 4);
  const options = [0, 1, 2, 3].map((place) => String(result + (place - right) * (2 + (k % 5))));
  return {
    id: `q${String(k + 1).padStart(2, '0')}`,
    stem: isChinese ? `${left}${sign}${second}等于多少？` : `What is ${left} ${sign} ${second}?`,
    ...{ options, right, topic: topics[k % 3], language: isChinese ? 'zh' : 'en' },
    a: Math.exp(0.2 + 0.3 * randomNormal(random)),
    b: randomNormal(random),
  };
}

/** The ways in which models word an answer; the last one says none. */
function wording(letter: string, way: number): string {
  return [
    `The answer is (${letter}).`,
    letter,
    `Let me think. It cannot be the others.\n\n**Answer: ${letter}**`,
    `正确答案是${letter}。`,
    `<think>Perhaps A or B.</think>\n\\boxed{${letter}}`,
    'I am not sure about this question.',
  ][way];
}

const NOTES = `The harbour of Lind was built in 1742 by the engineer Marta Voss. It had two stone piers and a wooden lighthouse. The lighthouse burned down in 1790 and was replaced by one of granite.

Trade through the harbour grew until 1831, when the river changed its course. Ships then needed pilots to cross the sandbank. The pilots lived in a row of white houses beside the eastern pier.

In 1902 the town dug a canal of nine kilometres to the new railway. Barges carried salt and timber along it. The canal has three locks, and each lock lifts a barge by four metres.

The museum of the harbour opened in 1968 in the former salt store. It shows the first lamp of the lighthouse, which burned rapeseed oil. Visitors may climb the tower on Sundays.
`;

type Cell = string | number;
function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}
const jsonl = (lines: readonly object[]) =>
  `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
