import { type ResponseMatrix, randomNormal, randomStream } from 'thetarank';

const MODELS = 12;
const ITEMS = 60;

/** Banks by what their answers leave open; the first is an ordinary one. */
export const WORLDS = [
  'ordinary',
  'identical models',
  'all right, or all wrong',
  'two of three items constant',
  'three models per item',
  'two models',
] as const;
export type World = (typeof WORLDS)[number];

/** Answers of simulated models to items of the Rasch model, changed as the world says. */
export function answersOfWorld(world: World, run: number): ResponseMatrix {
  const random = randomStream('bounds', world, run);
  const models = world === 'two models' ? 2 : MODELS;
  const abilities = Array.from({ length: models }, () => randomNormal(random));
  const difficulties = Array.from({ length: ITEMS }, () => randomNormal(random));
  const scores = new Float32Array(models * ITEMS);
  for (let i = 0; i < models; i++)
    for (let j = 0; j < ITEMS; j++) {
      const right = random() < 1 / (1 + Math.exp(difficulties[j] - abilities[i]));
      scores[i * ITEMS + j] = answer(world, i, j, right, scores);
    }
  return {
    examinees: Array.from({ length: models }, (_, i) => `${'abcdefghijklmnop'[i]}-model`),
    items: difficulties.map((_, j) => `item ${j + 1}`),
    scores,
  };
}

function answer(world: World, i: number, j: number, right: boolean, scores: Float32Array): number {
  if (world === 'identical models' && i > 0) return scores[j];
  if (world === 'all right, or all wrong' && i % 3 > 0) return i % 3 === 1 ? 1 : 0;
  if (world === 'two of three items constant' && j % 3 > 0) return j % 3 === 1 ? 1 : 0;
  if (world === 'three models per item' && (i + j) % 4 > 0) return Number.NaN;
  return right ? 1 : 0;
}
