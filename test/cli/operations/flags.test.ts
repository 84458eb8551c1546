import { expect, test } from 'vitest';
import { z } from 'zod';
import { helpOf, inFlags, readTyped } from '../../../src/cli/operations/flags.ts';
import { fail } from '../../../src/errors.ts';
import { wholeNumbers } from '../../../src/operations/fields.ts';
import { fieldsOf } from '../../../src/operations/options.ts';

const options = z
  .object({
    file: z.string().optional().meta({ isArgument: true, file: 'in' }),
    bankSize: z.int().min(1).optional().describe('items of the bank'),
    share: z.number().gt(0).lt(1).default(0.5).describe('a share').meta({ value: 'p' }),
    k: wholeNumbers(1).optional(),
    target: z.enum(['expected', 'recorded']).default('expected'),
    isFixed: z.boolean().default(false),
  })
  .refine(({ file, bankSize }) => file === undefined || bankSize === undefined, {
    path: ['file', 'bankSize'],
    error: 'use only one of them.',
  });
const fields = fieldsOf(options);
const read = (given: object) =>
  inFlags(fields, async () => readTyped(options, fields, given as Record<string, unknown>));

test('what is typed becomes what the schema says, with its defaults', async () => {
  expect(await read({})).toEqual({ share: 0.5, target: 'expected', isFixed: false });
  const typed = { bankSize: '200', share: ' .25', k: '5, 1,5', target: 'recorded', isFixed: true };
  expect(await read(typed)).toEqual({
    ...{ bankSize: 200, share: 0.25, k: [1, 5], target: 'recorded', isFixed: true },
  });
});

test.each([
  ['bankSize', '0x10', '--bank-size', 'a whole number of at least 1'],
  ['bankSize', '', '--bank-size', 'a whole number of at least 1'],
  ['bankSize', '1.5', '--bank-size', 'a whole number of at least 1'],
  ['bankSize', '0', '--bank-size', 'a whole number of at least 1'],
  ['share', '1', '--share', 'a number above 0 and below 1'],
  ['share', '1e999', '--share', 'a number above 0 and below 1'],
  ['k', '1,two', '--k', 'a whole number of at least 1, or several separated by commas'],
  ['k', '1,,2', '--k', 'a whole number of at least 1, or several separated by commas'],
  ['target', 'both', '--target', 'expected, recorded'],
])('%s "%s" is refused by its flag', async (name, typed, option, accepted) => {
  await expect(read({ [name]: typed })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    details: { option, found: JSON.stringify(typed), accepted },
  });
});

test('a rule between fields names them as they are typed: arguments without dashes', async () => {
  await expect(read({ file: 'a.csv', bankSize: '3' })).rejects.toMatchObject({
    code: 'OPTIONS_CONFLICT',
    details: { options: 'file, --bank-size' },
  });
  const later = inFlags(fields, async () =>
    fail('OPTION_INVALID', { option: 'bankSize', found: '3', accepted: 'at least 4' }),
  );
  await expect(later).rejects.toMatchObject({ details: { option: '--bank-size' } });
  // What is no field of it is no flag either.
  const other = inFlags(fields, async () =>
    fail('OPTION_INVALID', { option: 'strata', found: '6000', accepted: 'at most 5000' }),
  );
  await expect(other).rejects.toMatchObject({ details: { option: 'strata' } });
});

test('the help has flag, place, default and choices', () => {
  const helps = fields.filter(({ isArgument }) => !isArgument).map(helpOf);
  expect(helps.map(({ flags, description }) => [flags, description])).toEqual([
    ['--bank-size <n>', 'items of the bank'],
    ['--share <p>', 'a share (default: 0.5)'],
    ['--k <a,b>', ''],
    ['--target <text>', ' (one of expected, recorded; default: expected)'],
    ['--is-fixed', ''],
  ]);
});

test('an option that is on by default has a flag that turns it off', () => {
  const [on, off] = fieldsOf(
    z.object({ contamination: z.boolean().default(true), isFixed: z.boolean().default(false) }),
  ).map(helpOf);
  expect([on.long, off.long]).toEqual(['--no-contamination', '--is-fixed']);
  expect(on.description).not.toContain('default');
});
