import { prepareBank } from '../../src/cat/bank.ts';
import { PUBLISHED } from '../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { type RandomStream, randomNormal, randomStream } from '../../src/random.ts';
import { matrixOf } from '../calibration/matrix-of.ts';

/** Answers before and after some items drifted. */
export interface DriftBankDesign {
  readonly items: number;
  readonly oldExaminees: number;
  readonly newExaminees: number;
  /** Share of the items that drift, all in one direction. */
  readonly share: number;
  /** How much harder these are for new examinees, on the ability scale. */
  readonly shift: number;
}

export interface DriftBank {
  /** Old examinees first. */
  readonly matrix: ResponseMatrix;
  readonly isNew: Uint8Array;
  readonly abilities: Float64Array;
  /** The curves that old examinees follow. */
  readonly curves: ItemParameters;
  readonly hasDrift: Uint8Array;
  readonly shift: number;
}

/**
 * What calibration of the built-in bank mmlu-pro learned of its items: log a ~ N(0.20, 0.60), δ = −ab ~ N(−0.61, 2.25), guessing 0.02. It is the
 * hardest of the built-in banks, with the lowest discriminations.
 */
const LEARNED = { meanLogA: 0.2, sdLogA: 0.6, meanDelta: -0.61, sdDelta: 2.25, guessing: 0.02 };
/** New examinees are more able. */
const GAIN = 0.5;

export function driftBank(seed: string, design: DriftBankDesign): DriftBank {
  const { items, oldExaminees, newExaminees, share, shift } = design;
  const random = randomStream(seed, 'drift-bank');
  const curves = drawCurves(items, random);
  const { a, b, c } = curves;
  // Curves are drawn independently, so the first ones are a random part.
  const hasDrift = Uint8Array.from(a, (_, j) => (j < Math.round(share * items) ? 1 : 0));
  const n = oldExaminees + newExaminees;
  const isNew = Uint8Array.from({ length: n }, (_, i) => (i < oldExaminees ? 0 : 1));
  const abilities = Float64Array.from(isNew, (one) => randomNormal(random) + one * GAIN);
  const matrix = matrixOf(n, items, (i, j) => {
    const moved = isNew[i] === 1 && hasDrift[j] === 1 ? shift : 0;
    return random() < probability(abilities[i], a[j], b[j] + moved, c[j], 1) ? 1 : 0;
  });
  return { matrix, isNew, abilities, curves, hasDrift, shift };
}

function drawCurves(items: number, random: RandomStream): ItemParameters {
  const { meanLogA, sdLogA, meanDelta, sdDelta, guessing } = LEARNED;
  const a = Float64Array.from({ length: items }, () =>
    Math.exp(meanLogA + sdLogA * randomNormal(random)),
  );
  const b = a.map((slope) => -(meanDelta + sdDelta * randomNormal(random)) / slope);
  return itemParameters({ a, b, c: a.map(() => guessing) });
}

/**
 * The same answers, of which new examinees gave only those that an adaptive test of maximum information asks for.
 * @param parameters of the items from the first one on, that the test selects by; the others are asked at random, one after every tenth answer
 */
export function adaptiveAnswers(
  { matrix, isNew }: DriftBank,
  parameters: ItemParameters,
  length: number,
  seed: string,
): ResponseMatrix {
  const width = matrix.items.length;
  const bank = prepareBank(matrix.items.slice(0, parameters.count), parameters);
  const scores = matrix.scores.slice();
  const random = randomStream(seed, 'pretest');
  const others = width - parameters.count;
  isNew.forEach((one, i) => {
    if (one === 0) return;
    const row = matrix.scores.subarray(i * width, (i + 1) * width);
    const asked = new Uint8Array(width);
    const session = new AdaptiveSession(bank, {
      ...PUBLISHED,
      seed: `${seed} ${i}`,
      stop: { rule: 'length', items: length },
    });
    for (let k = 0; k < length; k++) {
      const [issued] = session.next();
      if (issued === undefined) break;
      asked[issued.index] = 1;
      session.recordAt(issued.index, row[issued.index]);
      if (others > 0 && k % 10 === 9) asked[parameters.count + Math.floor(random() * others)] = 1;
    }
    for (let j = 0; j < width; j++) if (asked[j] === 0) scores[i * width + j] = Number.NaN;
  });
  return { ...matrix, scores };
}
