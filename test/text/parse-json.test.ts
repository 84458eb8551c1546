import { expect, test } from 'vitest';
import { parseJson } from '../../src/text/parse-json.ts';
import { pythonJson } from '../../src/text/python-json.ts';

test('integers that no number holds exactly keep their digits', () => {
  const text = '{"ids":[9007199254740993,-18446744073709551616,9007199254740991,12],"x":1e22}';
  expect(parseJson(text)).toEqual({
    ids: ['9007199254740993', '-18446744073709551616', 9007199254740991, 12],
    x: 1e22,
  });
  expect(parseJson('{"a":0.1234567890123456,"b":"9007199254740993"}')).toEqual({
    a: 0.1234567890123456,
    b: '9007199254740993',
  });
});

test('numbers of Python that JSON does not have become texts, outside strings', () => {
  expect(pythonJson('{"a":[NaN,-Infinity],"b":"NaN \\"NaN","NaN":Infinity}')).toEqual({
    a: ['NaN', '-Infinity'],
    b: 'NaN "NaN',
    NaN: 'Infinity',
  });
  expect(() => pythonJson('{"a":NaNs}')).toThrow(SyntaxError);
});
