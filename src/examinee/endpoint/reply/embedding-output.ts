/** Bytes of a 32-bit float. */
const BYTES = 4;

/** An embedding as it is kept in place of an output: 32-bit floats, little-endian on every machine, in base64. */
export function writeEmbedding(vector: ArrayLike<number>): string {
  const bytes = Buffer.alloc(BYTES * vector.length);
  for (let k = 0; k < vector.length; k++) bytes.writeFloatLE(vector[k], BYTES * k);
  return bytes.toString('base64');
}

/** Null for a text that holds no 32-bit floats in base64. */
export function readEmbedding(text: string): Float32Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % BYTES !== 0) return null;
  return Float32Array.from({ length: bytes.length / BYTES }, (_, k) =>
    bytes.readFloatLE(BYTES * k),
  );
}
