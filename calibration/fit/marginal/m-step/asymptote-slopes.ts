import type { ItemSlopes } from './item-slopes.ts';

/**
 * The terms of an item's curve at a node, WIDTH numbers per node: n answers, aθ, the logistic curve and 1 minus it, P, 1 − P,
 * 1/P (0 where c is 0), r(1 − P) − (n − r)P, ∂P/∂δ over P(1 − P), and ∂P/∂δ.
 */
export interface NodeTerms {
  /** Nodes with answers. */
  count: number;
  readonly values: Float64Array;
}

// Defined here because imported constants are slower in a loop.
const WIDTH = 10;
const ANSWERS = 0;
const AX = 1;
const UP = 2;
const DOWN = 3;
const P = 4;
const NOT = 5;
const INVERSE = 6;
const RESIDUAL = 7;
const WEIGHT = 8;
const SLOPE = 9;

let scratch: NodeTerms = { count: 0, values: new Float64Array(0) };

/** An empty buffer for the terms of this many nodes; the same object each time. */
export function noTerms(nodes: number): NodeTerms {
  if (scratch.values.length < nodes * WIDTH)
    scratch = { count: 0, values: new Float64Array(nodes * WIDTH) };
  scratch.count = 0;
  return scratch;
}

/** Adds the terms of a node, in their order. */
export function putTerms(
  terms: NodeTerms,
  answers: number,
  ax: number,
  up: number,
  down: number,
  p: number,
  not: number,
  inverse: number,
  residual: number,
  weight: number,
  slope: number,
): void {
  const { values } = terms;
  const at = WIDTH * terms.count++;
  values[at + ANSWERS] = answers;
  values[at + AX] = ax;
  values[at + UP] = up;
  values[at + DOWN] = down;
  values[at + P] = p;
  values[at + NOT] = not;
  values[at + INVERSE] = inverse;
  values[at + RESIDUAL] = residual;
  values[at + WEIGHT] = weight;
  values[at + SLOPE] = slope;
}

/** The sums of logit c with the other coordinates; `observed`: the excess over the expected. */
export function fillLower(
  terms: NodeTerms,
  c: number,
  d: number,
  { gradient, expected, observed }: ItemSlopes,
): void {
  const { values, count } = terms;
  let gC = 0;
  let hAC = 0;
  let hDC = 0;
  let hCC = 0;
  let hCU = 0;
  let oAC = 0;
  let oDC = 0;
  let oCC = 0;
  let oCU = 0;
  for (let at = 0; at < count * WIDTH; at += WIDTH) {
    const n = values[at + ANSWERS];
    const ax = values[at + AX];
    const up = values[at + UP];
    const down = values[at + DOWN];
    const p = values[at + P];
    const not = values[at + NOT];
    const residual = values[at + RESIDUAL];
    const weight = values[at + WEIGHT];
    const slope = values[at + SLOPE];
    const lean = not - p;
    const slopeC = c * (1 - c) * down;
    // slopeC / (PQ); with d = 1 this is c / P.
    const weightC = d === 1 ? c * values[at + INVERSE] : slopeC / (p * not);
    const pullC = weightC * residual;
    const bendC = pullC * (lean * weight + up);
    gC += pullC;
    hDC += n * weightC * slope;
    hAC += n * weightC * slope * ax;
    hCC += n * weightC * slopeC;
    oDC += bendC;
    oAC += bendC * ax;
    oCC += pullC * (lean * weightC - 1 + 2 * c);
    if (d < 1) {
      hCU += n * weightC * d * (1 - d) * up;
      oCU += (pullC * lean * d * (1 - d) * up) / (p * not);
    }
  }
  gradient[2] = gC;
  expected[2] = hAC;
  expected[6] = hDC;
  expected[10] = hCC;
  expected[11] = hCU;
  observed[2] = oAC;
  observed[6] = oDC;
  observed[10] = oCC;
  observed[11] = oCU;
}

/** The same of logit d with log a and δ. */
export function fillUpper(
  terms: NodeTerms,
  d: number,
  { gradient, expected, observed }: ItemSlopes,
): void {
  const { values, count } = terms;
  let gU = 0;
  let hAU = 0;
  let hDU = 0;
  let hUU = 0;
  let oAU = 0;
  let oDU = 0;
  let oUU = 0;
  for (let at = 0; at < count * WIDTH; at += WIDTH) {
    const n = values[at + ANSWERS];
    const ax = values[at + AX];
    const up = values[at + UP];
    const down = values[at + DOWN];
    const p = values[at + P];
    const not = values[at + NOT];
    const residual = values[at + RESIDUAL];
    const weight = values[at + WEIGHT];
    const slope = values[at + SLOPE];
    const lean = not - p;
    const slopeU = d * (1 - d) * up;
    const weightU = slopeU / (p * not);
    const pullU = weightU * residual;
    const bendU = pullU * (lean * weight - down);
    gU += pullU;
    hDU += n * weightU * slope;
    hAU += n * weightU * slope * ax;
    hUU += n * weightU * slopeU;
    oDU += bendU;
    oAU += bendU * ax;
    oUU += pullU * (lean * weightU - 1 + 2 * d);
  }
  gradient[3] = gU;
  expected[3] = hAU;
  expected[7] = hDU;
  expected[15] = hUU;
  observed[3] = oAU;
  observed[7] = oDU;
  observed[15] = oUU;
}
