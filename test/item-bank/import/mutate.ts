import { randomStream } from '../../../src/random.ts';

const PUT = [
  '',
  '"',
  '\n',
  '\r',
  ',',
  '[',
  ']',
  '{',
  '}',
  '\\',
  '\0',
  '\u2028',
  '\ud83d',
  '😀',
  'NaN',
];
const MORE = [
  ':',
  '"__proto__":1,',
  'A',
  '\x1a',
  '\ufeff',
  '=cmd|',
  '1e999',
  '\xff\xfe',
  '"\n"',
  ' ',
];

/** One to five places of a file are cut out, doubled, exchanged, or have something put in. */
export function mutate(bytes: Buffer, seed: number): Buffer {
  const next = randomStream('mutations', seed);
  const up = (most: number) => Math.floor(next() * most);
  let made = bytes;
  for (let changes = 1 + up(5); changes > 0; changes--) {
    const at = up(made.length);
    const end = Math.min(made.length, at + up(up(4) === 0 ? 2000 : 20));
    const cut = made.subarray(at, end);
    const all = [...PUT, ...MORE];
    const put = [
      () => Buffer.from(all[up(all.length)], up(2) === 0 ? 'utf8' : 'latin1'),
      () => Buffer.concat([cut, cut]),
      () => Buffer.from(Array.from({ length: 4 }, () => up(256))),
      () => Buffer.from(cut.map((byte) => byte ^ (1 << up(8)))),
    ][up(4)]();
    made = Buffer.concat([made.subarray(0, at), put, made.subarray(end)]);
  }
  return made;
}
