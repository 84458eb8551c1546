import { expect, test } from 'vitest';
import { canonicalJson } from '../src/canonical-json.ts';

test('the order of fields says nothing at any depth, that of lists does', () => {
  const text = '{"a":[{"x":1,"y":null},2],"b":{"c":"z","d":true}}';
  expect(canonicalJson({ b: { d: true, c: 'z' }, a: [{ y: null, x: 1 }, 2] })).toBe(text);
  expect(canonicalJson({ a: [2, { x: 1, y: null }], b: { c: 'z', d: true } })).not.toBe(text);
});
