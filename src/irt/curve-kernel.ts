import { CURVES_WASM } from './curves-wasm.ts';

/** Items whose coefficients (δ, a) have a posterior. */
interface UncertainItems {
  /** J. */
  readonly items: number;
  /** K. */
  readonly dimensions: number;
  /** J × (K + 1): δ, then a. */
  readonly coefficients: Float64Array;
  /** J × (K + 1)²: posterior covariances of these. */
  readonly covariances: Float64Array;
}

/** What the kernel found; the next call overwrites it. */
interface PlacedCurves {
  /** J: σ of the attenuated logits, effects included. */
  readonly up: Float64Array;
  /** J × K: how these logits move with the abilities; empty if that was not asked for. */
  readonly along: Float64Array;
}

/** The functions of calibration/kernel/assembly; arrays are places in its memory. */
interface CurveKernel {
  readonly memory: WebAssembly.Memory;
  readonly placeItems: (...args: readonly number[]) => void;
  readonly placeChances: (...args: readonly number[]) => void;
  readonly itemSums: (...args: readonly number[]) => void;
  readonly abilitySums: (...args: readonly number[]) => void;
  readonly itemNodes: (...args: readonly number[]) => void;
  readonly weightedRows: (...args: readonly number[]) => void;
  readonly findMode: (...args: readonly number[]) => number;
  readonly invertHessian: (...args: readonly number[]) => void;
}

/** Items that stand in the kernel's memory, while `filling` is that of the memory. */
interface Resident {
  readonly covariances: Float64Array;
  readonly filling: number;
  readonly at: number;
}

const PAGE = 65536;
const MOST_PAGES = 65536;
/** Bytes of items that stay between calls: six models of 34,000 items in four dimensions. */
const CAPACITY = 1024 * PAGE;

let kernel: CurveKernel | undefined;
const residents = new WeakMap<Float64Array, Resident>();
/** Counts how often the memory was emptied. */
let filling = 0;
let scratch = 0;
let end = 0;

/**
 * Places the attenuated curves of all items at given abilities, by a WebAssembly kernel that does two items at a time. Logits are
 * z/√(1 + π/8 x'Cx) + effect, x = (1, θ).
 *
 * @param addEffects adds the effects to the logits, given zeros
 * @param isAlong whether `along` is asked for
 */
export function placeCurves(
  model: UncertainItems,
  abilities: Float64Array,
  addEffects: (logits: Float64Array) => void,
  isAlong: boolean,
): PlacedCurves {
  const { items, dimensions } = model;
  const size = dimensions + 1;
  const even = items + (items % 2);
  const along = 8 * even;
  const x = along + (isAlong ? 8 * even * dimensions : 0);
  const memory = scratchMemory(x + 16 * size);
  const at = residentAt(memory, model, even);
  const { buffer } = memory;
  const pairs = new Float64Array(buffer, x, 2 * size).fill(1);
  for (let d = 0; d < dimensions; d++) pairs.fill(abilities[d], 2 * d + 2, 2 * d + 4);
  const up = new Float64Array(buffer, 0, even).fill(0);
  addEffects(up);
  const { placeItems, placeChances } = curveKernel();
  const own = [at, at + 8 * even * size, even, size, x, 0];
  if (isAlong) placeItems(...own, along);
  else placeChances(...own);
  return { up, along: new Float64Array(buffer, along, isAlong ? items * dimensions : 0) };
}

/** Where the coefficients of a model stand, followed by its covariances; copies them if they do not. */
function residentAt(memory: WebAssembly.Memory, model: UncertainItems, even: number): number {
  const { coefficients, covariances, dimensions } = model;
  const found = residents.get(coefficients);
  if (found?.filling === filling && found.covariances === covariances) return found.at;
  const size = dimensions + 1;
  const bytes = 8 * even * (size + size * size);
  if (end + bytes > scratch + CAPACITY) empty();
  const at = end;
  end += bytes;
  growTo(memory, end);
  new Float64Array(memory.buffer, at, even * size).set(coefficients);
  new Float64Array(memory.buffer, at + 8 * even * size, even * size * size).set(covariances);
  residents.set(coefficients, { covariances, filling, at });
  return at;
}

/** The kernel's memory, whose first bytes are for a computation of the caller's, until somebody else calls this or `placeCurves`. */
export function scratchMemory(bytes: number): WebAssembly.Memory {
  const { memory } = curveKernel();
  if (bytes > scratch) {
    // Items that stayed behind it are overwritten.
    scratch = 8 * Math.ceil(bytes / 8);
    empty();
    growTo(memory, scratch);
  }
  return memory;
}

function growTo(memory: WebAssembly.Memory, bytes: number): void {
  const missing = Math.ceil(bytes / PAGE) - memory.buffer.byteLength / PAGE;
  if (missing > 0) memory.grow(missing);
}

function empty(): void {
  filling++;
  end = scratch;
}

/** The kernel of this thread. */
export function curveKernel(): CurveKernel {
  if (kernel !== undefined) return kernel;
  const bytes = Uint8Array.from(atob(CURVES_WASM), (letter) => letter.charCodeAt(0));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
  const env = { memory, log: Math.log, log1p: Math.log1p };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env });
  kernel = { ...(exports as Omit<CurveKernel, 'memory'> & WebAssembly.Exports), memory };
  return kernel;
}
