import { randomInteger, randomNormal, randomStream, shuffle } from '../random.ts';

/** An exam for a demonstration: items as `bank import` reads them, and the parameters that simulated models answer by. */
export interface DemoExam {
  readonly items: readonly DemoItem[];
  readonly parameters: readonly { item: string; a: number; b: number; c: number; d: number }[];
}

export interface DemoItem {
  readonly id: string;
  readonly question: string;
  readonly options: Readonly<Record<string, string>>;
  readonly answer: string;
  readonly topic: string;
}

interface Topic {
  readonly name: string;
  ask(x: number, y: number): string;
  solve(x: number, y: number): number;
}

const TOPICS: readonly Topic[] = [
  {
    name: 'storing',
    ask: (x, y) =>
      `A store has ${x} shelves with ${y} boxes on each, and two more boxes on the floor. How many boxes are there?`,
    solve: (x, y) => x * y + 2,
  },
  {
    name: 'walking',
    ask: (x, y) => `A path is ${x * y} steps long. After ${x} steps, how many are left of it?`,
    solve: (x, y) => x * y - x,
  },
  {
    name: 'sharing',
    ask: (x, y) =>
      `${x * y} seeds are shared out evenly among ${y} pots. How many seeds does a pot get?`,
    solve: (x) => x,
  },
  {
    name: 'waiting',
    ask: (x, y) =>
      `A ferry leaves every ${y} minutes. How many minutes pass from the first ferry to number ${x + 1}?`,
    solve: (x, y) => x * y,
  },
];
const LETTERS = ['A', 'B', 'C', 'D'];
/** Above the smallest factor: every question has numbers of its own. */
const SMALLEST = 12;

/**
 * Sums in words, four options each. Simulated models do not calculate: how hard an item is for them is drawn, a
 * lognormal(0, 0.3), b N(0, 1), c U(0.05, 0.25), whatever it says.
 */
export function demoExam(seed: number, size: number): DemoExam {
  const drawn = Array.from({ length: size }, (_, j) => {
    const random = randomStream(seed, j, 'demo');
    const topic = TOPICS[j % TOPICS.length];
    const [x, y] = [SMALLEST + j, SMALLEST + randomInteger(random, 30)];
    const right = topic.solve(x, y);
    const options = shuffle([right, right + 1, right + 10, right + x], random).map(String);
    const id = `demo-${String(j + 1).padStart(String(size).length, '0')}`;
    const parameters = {
      item: id,
      a: Math.exp(0.3 * randomNormal(random)),
      b: randomNormal(random),
      c: 0.05 + 0.2 * random(),
      d: 1,
    };
    const item = {
      id,
      question: topic.ask(x, y),
      options: Object.fromEntries(LETTERS.map((letter, k) => [letter, options[k]])),
      answer: LETTERS[options.indexOf(String(right))],
      topic: topic.name,
    };
    return { item, parameters };
  });
  return {
    items: drawn.map(({ item }) => item),
    parameters: drawn.map(({ parameters }) => parameters),
  };
}
