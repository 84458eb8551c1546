import { type Readable, Transform } from 'node:stream';
import { errorOf, fail } from '../../errors.ts';

/** The bytes of an upload, which end with BODY_TOO_LARGE where there are more than `most`. */
export function boundedStream(source: Readable, most: number): Readable {
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes <= most) done(null, chunk);
      else done(errorOf(() => fail('BODY_TOO_LARGE', { most })));
    },
  });
  source.on('error', (error: NodeJS.ErrnoException) =>
    bounded.destroy(error.code === 'ECONNRESET' ? errorOf(cut) : error),
  );
  source.on('close', () => {
    // A broken connection must not look like a shorter file.
    if (!source.readableEnded) bounded.destroy(errorOf(cut));
  });
  return source.pipe(bounded);
}

function cut(): never {
  return fail('REQUEST_INVALID', {
    field: 'body',
    found: 'a body that ended too early',
    accepted: 'the complete file',
  });
}
