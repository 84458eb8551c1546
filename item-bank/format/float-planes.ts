/**
 * `values` rounded to float32, as four planes of `values.length` bytes: first every lowest byte, then every
 * second one, and so on (little-endian). Sorted so, slowly varying and constant columns compress to almost nothing.
 */
export function toFloatPlanes(values: Float64Array): Uint8Array {
  const count = values.length;
  const planes = new Uint8Array(4 * count);
  const cell = new DataView(new ArrayBuffer(4));
  for (let j = 0; j < count; j++) {
    cell.setFloat32(0, values[j], true);
    for (let k = 0; k < 4; k++) planes[k * count + j] = cell.getUint8(k);
  }
  return planes;
}

/** The float32 numbers of `toFloatPlanes`, as Float64Array: the same values on every machine. */
export function fromFloatPlanes(planes: Uint8Array): Float64Array {
  const count = planes.length / 4;
  const values = new Float64Array(count);
  const cell = new DataView(new ArrayBuffer(4));
  for (let j = 0; j < count; j++) {
    for (let k = 0; k < 4; k++) cell.setUint8(k, planes[k * count + j]);
    values[j] = cell.getFloat32(0, true);
  }
  return values;
}
