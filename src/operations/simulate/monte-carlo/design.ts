import { dirname, relative } from 'node:path';
import { ABILITIES } from '../../../../sim/monte-carlo/design/study-design-schema.ts';
import { fail } from '../../../errors.ts';
import { present } from '../../../present.ts';
import { readYaml } from '../../../text/read-yaml.ts';
import { ruleOf } from '../rules.ts';
import { EXAMINEES, ITEMS, type MonteCarloOptions, precisionOf } from './options.ts';

/** A design that is not checked yet. */
export interface GivenDesign {
  readonly value: unknown;
  /** What errors call it: its file, whose folder paths in it are relative to. */
  readonly file: string;
}

/**
 * The design that options name, changed by other options; or that of the options alone.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, OPTIONS_CONFLICT
 */
export function designFrom(options: MonteCarloOptions): GivenDesign {
  const { design: given } = options;
  const file = typeof given === 'string' ? given : given && 'design';
  const value = typeof given === 'string' ? readYaml(given) : (given ?? {});
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  // A value that is not an object is refused later, when it is read as a design.
  if (!isObject) return { value, file: file! };
  const design = { ...value } as Record<string, unknown>;
  if (file === undefined || options.bank !== undefined || options.items !== undefined)
    design.bank = bankOf(design.bank, options, file);
  if (file === undefined || options.examinees !== undefined)
    design.abilities = abilitiesOf(design.abilities, options.examinees);
  return {
    value: { ...design, ...replaced(options) },
    file: file ?? 'design from options',
  };
}

/** Fields that options of their name replace. */
function replaced(options: MonteCarloOptions): object {
  const { estimators, lags, lengths, replications, group, seed } = options;
  return present({
    estimators,
    selectors: options.selectors?.map(ruleOf),
    exposure: options.exposure?.map(ruleOf),
    stopping: options.stopping?.map(ruleOf),
    ...{ lags, lengths, replications, group },
    precision: options.precision && Object.fromEntries(options.precision.map(precisionOf) as []),
    seed,
  });
}

function bankOf(
  given: unknown,
  { bank, items }: MonteCarloOptions,
  file: string | undefined,
): unknown {
  const wantsGenerated = bank === 'generated' || (bank === undefined && file === undefined);
  if (bank !== undefined && !wantsGenerated) {
    if (items !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: 'items',
        reason: `the number of items of ${bank} is fixed. Remove --items, or use --bank generated.`,
      });
    const isFile = /\.csv$/i.test(bank);
    return isFile ? { file: relative(dirname(file ?? '.'), bank) } : { builtin: bank };
  }
  const generate = (given as { generate?: object } | undefined)?.generate;
  if (bank === undefined && given !== undefined && generate === undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'items',
      reason: `the bank of ${file} is not generated, so its number of items is fixed. Remove --items, or add --bank generated.`,
    });
  return { generate: { items: ITEMS, ...generate, ...present({ items }) } };
}

function abilitiesOf(given: unknown, count = EXAMINEES): unknown {
  if (given === undefined) return { normal: { ...ABILITIES.normal, count } };
  const { normal, uniform } = given as { normal?: object; uniform?: object };
  if (normal !== undefined) return { normal: { ...normal, count } };
  if (uniform !== undefined) return { uniform: { ...uniform, count } };
  return fail('OPTIONS_CONFLICT', {
    options: 'examinees',
    reason:
      'the abilities of the design are a grid or a list, which set the number of examinees. Remove --examinees.',
  });
}

/** The last check of a design from options, when everything else is right. @throws OPTIONS_CONFLICT if it has no lengths */
export function requireLengths({ design, lengths }: MonteCarloOptions): void {
  if (design === undefined && lengths === undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'lengths',
      reason:
        'add a design file, or at least the test lengths: thetarank simulate monte-carlo --lengths 20,40',
    });
}
