import type { CalibrationValues } from '../store.ts';

/** Item parameters as a calibration has them, by position of the item in its bank. */
export type PackedParameters = Omit<CalibrationValues, 'items'> & {
  readonly positions: ArrayLike<number>;
};

const VERSION = 1;
/** Version and number of columns in a byte each, two bytes of zeros, the number of items in four. */
const HEADER = 8;
const PLAIN = 4;
const WITH_ERRORS = 7;

/**
 * Packs parameters into bytes: after the header the positions (32 bits each), then column by column a, b, c, d and,
 * where there are standard errors, those of a, b, c (64-bit floats); all little-endian.
 */
export function packParameters(packed: PackedParameters): Uint8Array {
  const { positions, parameters, standardErrors } = packed;
  const { count, a, b, c, d } = parameters;
  const columns = [a, b, c, d];
  if (standardErrors !== null) columns.push(standardErrors.a, standardErrors.b, standardErrors.c);
  const bytes = new Uint8Array(byteLength(count, columns.length));
  const view = new DataView(bytes.buffer);
  bytes[0] = VERSION;
  bytes[1] = columns.length;
  view.setUint32(4, count, true);
  let at = HEADER;
  for (let j = 0; j < count; j++, at += 4) view.setUint32(at, positions[j], true);
  for (const column of columns)
    for (let j = 0; j < count; j++, at += 8) view.setFloat64(at, column[j], true);
  return bytes;
}

/** What `packParameters` packed; undefined where these are no such bytes. */
export function unpackParameters(bytes: Uint8Array): PackedParameters | undefined {
  if (bytes.length < HEADER || bytes[0] !== VERSION) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = bytes[1];
  const count = view.getUint32(4, true);
  if (width !== PLAIN && width !== WITH_ERRORS) return undefined;
  if (bytes.length !== byteLength(count, width)) return undefined;
  const positions = new Uint32Array(count);
  let at = HEADER;
  for (let j = 0; j < count; j++, at += 4) positions[j] = view.getUint32(at, true);
  const next = () => {
    const column = new Float64Array(count);
    for (let j = 0; j < count; j++, at += 8) column[j] = view.getFloat64(at, true);
    return column;
  };
  const parameters = { count, a: next(), b: next(), c: next(), d: next() };
  const standardErrors = width === PLAIN ? null : { a: next(), b: next(), c: next() };
  return { positions, parameters, standardErrors };
}

function byteLength(count: number, width: number): number {
  return HEADER + (4 + 8 * width) * count;
}
