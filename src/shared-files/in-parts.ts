/** The same bytes in parts of `size`, the last one shorter; none of no bytes. Each part is memory of its own. */
export async function* inParts(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of content)
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + size - filled);
      part.set(piece, filled);
      filled += piece.length;
      from += piece.length;
      if (filled < size) continue;
      yield part;
      part = new Uint8Array(size);
      filled = 0;
    }
  if (filled > 0) yield part.subarray(0, filled);
}
