import { expect, test } from 'vitest';
import { z } from 'zod';
import { typedCommand } from '../../src/operations/typed-command.ts';

const schema = z.strictObject({
  models: z.array(z.string()).meta({ isArgument: true }),
  items: z.int().default(20),
  leaveOut: z.array(z.string()).default([]),
  files: z.array(z.string()).optional().meta({ file: 'in' }),
  stopEarly: z.boolean().default(false),
  contamination: z.boolean().default(true),
  modelArg: z.object({ keyVariable: z.string().optional() }).optional(),
});
const models = ["it's", 'b@http://host:8000/v1'];
const typed = (options: object, typist = {}) =>
  typedCommand('compare', schema, { models, ...options }, typist);

test('a command has its arguments, and what is not as usual', () => {
  const usual = { items: 20, leaveOut: [], stopEarly: false, files: undefined };
  expect(typed(usual)).toBe(`thetarank compare 'it'\\''s' b@http://host:8000/v1`);
  expect(typed({ items: 30, leaveOut: ['x', 'y'], stopEarly: true })).toMatch(
    / --items 30 --leave-out x,y --stop-early$/,
  );
});

test('what is on by default is turned off by a flag of its own', () => {
  expect(typed({ contamination: false })).toMatch(/ --no-contamination$/);
  expect(typed({ contamination: true })).not.toContain('contamination');
});

test('names of files may have commas', () => {
  expect(typed({ files: ['a,b.csv', 'c.csv'] })).toMatch(/ --files a,b\.csv --files c\.csv$/);
});

test('settings of models are not repeated', () => {
  const text = typed({ modelArg: { keyVariable: 'MY_KEY' } }, { where: ' --database my.db' });
  expect(text).toMatch(/ --database my\.db \(with the same -M and -T\)$/);
  expect(text).not.toContain('MY_KEY');
});

test('others see no address', () => {
  expect(typed({}, { reader: 'others' })).toMatch(/ b@ADDRESS$/);
});

test('others see no address of several in one option', () => {
  const leaveOut = ['a@http://host:8000/v1', 'c@https://other/v1'];
  expect(typed({ leaveOut }, { reader: 'others' })).toMatch(/ --leave-out a@ADDRESS,c@ADDRESS$/);
});
