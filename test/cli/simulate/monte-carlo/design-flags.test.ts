import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import { helpOf, readTyped } from '../../../../src/cli/operations/flags.ts';
import { fieldsOf } from '../../../../src/operations/options.ts';
import {
  designFrom,
  requireLengths,
} from '../../../../src/operations/simulate/monte-carlo/design.ts';
import {
  type MonteCarloOptions,
  monteCarloOptions,
} from '../../../../src/operations/simulate/monte-carlo/options.ts';
import { typedCommand } from '../../../../src/operations/typed-command.ts';
import { failureOf, temporaryFiles } from '../../../files/temporary.ts';

const file = temporaryFiles();

/** Options as the command line reads them. */
function optionsOf(...args: string[]): MonteCarloOptions {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeErr() {} })
    .argument('[design]');
  const fields = fieldsOf(monteCarloOptions);
  for (const field of fields) if (!field.isArgument) command.addOption(helpOf(field));
  const [design] = command.parse(args, { from: 'user' }).args;
  return readTyped(monteCarloOptions, fields, { ...command.opts(), design });
}
const designOf = (name: string | undefined, ...args: string[]) =>
  designFrom(optionsOf(...(name === undefined ? [] : [name]), ...args)).value;

test('a design from options alone, which can be printed, read and changed', () => {
  const args = [
    ...['--bank', 'generated', '--items', '60', '--examinees', '30', '--lengths', '20,10'],
    ...['--estimators', 'ml,eap', '--selectors', 'random,randomesque:best=3', '--lags', '1,4'],
    ...['--exposure', 'none,maximum-rate:rate=0.5', '--replications', '2', '--seed', '7'],
    ...['--stopping', 'length,standard-error:below=0.4:least=5', '--group', '10'],
    ...['--precision', 'bias=0.01,top3=0.02'],
  ];
  const value = designOf(undefined, ...args);
  expect(value).toEqual({
    bank: { generate: { items: 60 } },
    abilities: { normal: { mean: 0, sd: 1, count: 30 } },
    estimators: ['ml', 'eap'],
    selectors: ['random', { rule: 'randomesque', best: 3 }],
    exposure: ['none', { rule: 'maximum-rate', rate: 0.5 }],
    stopping: ['length', { rule: 'standard-error', below: 0.4, least: 5 }],
    lags: [1, 4],
    lengths: [10, 20],
    replications: 2,
    group: 10,
    precision: { bias: 0.01, top3: 0.02 },
    seed: 7,
  });
  expect(readDesign(value, 'x').cells).toHaveLength(2 ** 6);
  expect(parse(stringify(value))).toEqual(value);
  // What is printed as the next command makes the same design.
  const again = typedCommand('x', monteCarloOptions, optionsOf(...args)).split(' ');
  expect(designOf(undefined, ...again.slice(2))).toEqual(value);
});

test('without more than lengths it has a bank and examinees', () => {
  expect(designOf(undefined, '--lengths', '20')).toEqual({
    bank: { generate: { items: 500 } },
    abilities: { normal: { mean: 0, sd: 1, count: 200 } },
    lengths: [20],
  });
  expect(designOf(undefined, '--lengths', '20', '--bank', 'mmlu-pro')).toMatchObject({
    bank: { builtin: 'mmlu-pro' },
  });
  expect(designOf(undefined, '--lengths', '20', '--bank', 'a/b.csv')).toMatchObject({
    bank: { file: 'a/b.csv' },
  });
});

describe('beside a file', () => {
  const path = file(
    'bank: { generate: { items: 100, c: 0.2 } }\nabilities: { uniform: { low: -1, high: 1, count: 9 } }\nlengths: [5]\nselectors: [random]\n',
    'design.yaml',
  );

  test('options take the place of its fields', () => {
    expect(
      designOf(path, '--items', '50', '--examinees', '20', '--selectors', 'progressive'),
    ).toEqual({
      bank: { generate: { items: 50, c: 0.2 } },
      abilities: { uniform: { low: -1, high: 1, count: 20 } },
      lengths: [5],
      selectors: ['progressive'],
    });
    expect(designOf(path)).toMatchObject({ lengths: [5], selectors: ['random'] });
  });

  test('unclear flags are refused', () => {
    const real = file('bank: { builtin: mmlu-pro }\nabilities: { list: [0, 1] }\n', 'real.yaml');
    expect(failureOf(() => designOf(real, '--items', '9')).message).toContain('is not generated');
    expect(failureOf(() => designOf(real, '--examinees', '9')).message).toContain(
      'a grid or a list',
    );
  });
});

test('options that cannot be read or do not go together are refused', () => {
  for (const precision of ['bias', 'bias=0', '=1', 'bias=1=2'])
    expect(failureOf(() => optionsOf('--precision', precision)).details, precision).toMatchObject({
      option: 'precision',
    });
  const noLengths = failureOf(() => requireLengths(optionsOf('--items', '9')));
  expect(noLengths.message).toContain('--lengths 20,40');
  const both = ['--lengths', '5', '--bank', 'mmlu-pro', '--items', '9'];
  expect(failureOf(() => designOf(undefined, ...both)).message).toContain('--bank generated');
  for (const rule of ['randomesque:best', 'randomesque:best=x', 'randomesque:=1', 'a:b=1=2'])
    expect(failureOf(() => optionsOf('--selectors', rule)).details, rule).toMatchObject({
      option: 'selectors',
    });
});
