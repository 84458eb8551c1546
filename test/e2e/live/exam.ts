import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomInteger, randomNormal, randomStream, shuffle } from '../../../src/random.ts';

/** An exam in sums with answers of simulated models, as files that the commands read. */
export interface Exam {
  /** Items, JSON Lines, to be imported. */
  readonly items: string;
  /** Recorded answers, CSV with families, to be recorded. */
  readonly responses: string;
  /** What the models under test say to each item, JSON Lines, for the stand-in. */
  readonly outputs: string;
  readonly ids: readonly string[];
  /** A part of each question that nothing else has. */
  readonly stems: readonly string[];
  readonly recorded: readonly string[];
  /** Share of all items that a model has right, in percent: models under test and recorded ones. */
  readonly truth: ReadonlyMap<string, number>;
}

const SUBJECTS = ['adding', 'taking away', 'multiplying', 'rounding'];
/** Of the development split: worked examples are taken from there. */
const DEV = 8;

/**
 * Writes the files of an exam into a folder. Who is right is drawn from a 2PL: models by ability, items by a and b, here
 * and not by the code under test.
 * @param tested name to ability
 */
export function writeExam(
  folder: string,
  seed: string,
  size: number,
  tested: Readonly<Record<string, number>>,
  recordedCount = 14,
): Exam {
  mkdirSync(folder, { recursive: true });
  const ids: string[] = [];
  const stems: string[] = [];
  const keys: string[] = [];
  const lines: string[] = [];
  const curves: { a: number; b: number }[] = [];
  for (let j = 0; j < size; j++) {
    const random = randomStream(seed, 'item', j);
    const subject = SUBJECTS[j % SUBJECTS.length];
    const left = 100 + j;
    const right = 10 + randomInteger(random, 80);
    const stem = `Mind sum ${left} with ${right}: what does ${subject} give?`;
    const result = left * right + j;
    const options = shuffle([result, result + 1, result + 10, result - 7], random);
    const letters = ['A', 'B', 'C', 'D'];
    ids.push(`sum-${j}`);
    stems.push(stem);
    keys.push(letters[options.indexOf(result)]);
    curves.push({ a: Math.exp(0.3 * randomNormal(random)), b: 1.2 * randomNormal(random) });
    lines.push(
      JSON.stringify({
        id: ids[j],
        question: stem,
        options: Object.fromEntries(letters.map((letter, k) => [letter, `${options[k]}`])),
        answer: keys[j],
        subject,
        split: j < DEV ? 'dev' : 'test',
      }),
    );
  }
  const truth = new Map<string, number>();
  const rightOf = (model: string, ability: number): boolean[] => {
    const right = curves.map(({ a, b }, j) => {
      const p = 1 / (1 + Math.exp(-a * (ability - b)));
      return randomStream(seed, 'answer', model, j)() < p;
    });
    truth.set(model, (100 * right.filter((is) => is).length) / size);
    return right;
  };
  const recorded = Array.from({ length: recordedCount }, (_, i) => `known-${i}`);
  const rows = recorded.map((model, i) => {
    const ability = -1.8 + (3.6 * i) / (recordedCount - 1);
    const scores = rightOf(model, ability).map(Number);
    return [model, `family-${i % Math.ceil(recordedCount / 2)}`, ...scores].join();
  });
  const outputs = Object.entries(tested).flatMap(([model, ability]) =>
    rightOf(model, ability).map((isRight, j) => {
      const wrong = 'ABCD'[('ABCD'.indexOf(keys[j]) + 1 + (j % 3)) % 4];
      const letter = isRight ? keys[j] : wrong;
      const output = `${model} thought of ${ids[j]}. The answer is (${letter}).`;
      return JSON.stringify({ model, item: ids[j], output });
    }),
  );
  const write = (name: string, texts: readonly string[]) => {
    writeFileSync(join(folder, name), `${texts.join('\n')}\n`);
    return join(folder, name);
  };
  return {
    items: write('items.jsonl', lines),
    responses: write('responses.csv', [['examinee', 'family', ...ids].join(), ...rows]),
    outputs: write('outputs.jsonl', outputs),
    ids,
    stems,
    recorded,
    truth,
  };
}
