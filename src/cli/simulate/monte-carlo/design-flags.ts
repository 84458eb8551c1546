import { dirname, relative } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ABILITIES } from '../../../../sim/monte-carlo/design/study-design-schema.ts';
import { fail } from '../../../errors.ts';
import { shellWord } from '../../../shell-word.ts';
import { readYaml } from '../../../text/read-yaml.ts';
import { names, positiveNumber, wholeNumber, wholeNumbers } from '../../options/options.ts';

/** The fields of a design that the command line can set. */
export interface DesignFlags {
  readonly bank?: string;
  readonly items?: number;
  readonly examinees?: number;
  readonly estimators?: string[];
  readonly selectors?: FlagRule[];
  readonly exposure?: FlagRule[];
  readonly stopping?: FlagRule[];
  readonly lags?: number[];
  readonly lengths?: number[];
  readonly replications?: number;
  readonly group?: number;
  readonly seed?: string;
  readonly precision?: Readonly<Record<string, number>>;
}

/** A rule by its name, or with its options. */
export type FlagRule = string | Readonly<Record<string, string | number | boolean>>;

/** Flags that take the place of the field of their name. */
const SAME = [
  'estimators',
  'selectors',
  'exposure',
  'stopping',
  'lags',
  'lengths',
  'replications',
  'group',
  'precision',
] as const satisfies readonly (keyof DesignFlags)[];

const FLAGS = ['bank', 'items', 'examinees', ...SAME, 'seed'] as const;

const ITEMS = 500;
const EXAMINEES = ABILITIES.normal.count;
/** What errors call a design without a file. */
const NO_FILE = 'design from options';

/** Adds the options that make a design, or change one from a file. */
export function addDesignFlags(command: Command): Command {
  return command
    .optionsGroup('Design:')
    .option('--bank <name>', 'generated, the name of a built-in bank, or a CSV file of parameters')
    .option(
      '--items <n>',
      `number of items of a generated bank (default: ${ITEMS})`,
      wholeNumber(1),
    )
    .option(
      '--examinees <n>',
      `examinees per replication, with abilities from N(0, 1) unless the file says otherwise (default: ${EXAMINEES})`,
      wholeNumber(2),
    )
    .option('--estimators <a,b>', 'estimators of ability: ml, map, eap, wle', names)
    .option('--selectors <a,b>', 'selectors, such as random,randomesque:best=10', rules)
    .option('--exposure <a,b>', 'rules of exposure, such as none,maximum-rate:rate=0.2', rules)
    .option(
      '--stopping <a,b>',
      'stopping rules, such as length,standard-error:below=0.3:least=10',
      rules,
    )
    .option('--lags <a,b>', 'numbers of items in flight', wholeNumbers(1))
    .option(
      '--lengths <a,b>',
      'items per test; with another stopping rule, the most items per test',
      wholeNumbers(1),
    )
    .option('--replications <n>', 'number of replications of each cell', wholeNumber(1))
    .option('--group <n>', 'number of examinees that are ranked against each other', wholeNumber(2))
    .option('--seed <n>', 'number that fixes all random choices')
    .option(
      '--precision <a=x,b=y>',
      'Monte Carlo standard errors to reach, by measure, such as bias=0.01,kendall=0.005',
      precision,
    );
}

/** Reads measures with the standard errors that are wanted: `bias=0.01,top3=0.02`. */
function precision(text: string): Record<string, number> {
  return Object.fromEntries(
    names(text).map((one) => {
      const [name, value, more] = one.split('=');
      if (value === undefined || more !== undefined || name === '')
        throw new InvalidArgumentError(
          'Accepted: measures, each with a number, such as bias=0.01,kendall=0.005.',
        );
      return [name, positiveNumber(value)];
    }),
  );
}

/** Reads rules separated by commas, each with its options: `random,randomesque:best=10`. */
export function rules(text: string): FlagRule[] {
  return names(text).map((one) => {
    const [rule, ...options] = one.split(':');
    if (options.length === 0) return rule;
    const pairs = options.map((option): [string, number | boolean] => {
      const [name, value, more] = option.split('=');
      const given = value === 'true' || value === 'false' ? value === 'true' : Number(value);
      if (more !== undefined || name === '' || (value ?? '').trim() === '' || Number.isNaN(given))
        throw new InvalidArgumentError(
          'Accepted: names of rules separated by commas, each with its options, such as randomesque:best=10.',
        );
      return [name, given];
    });
    return { rule, ...Object.fromEntries(pairs) };
  });
}

/**
 * The design of a file, changed by the options; or that of the options alone. It is not checked yet.
 * @returns the design, and what errors call it: its file, whose folder paths in it are relative to
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, OPTIONS_CONFLICT
 */
export function designFrom(
  file: string | undefined,
  flags: DesignFlags,
): { readonly value: unknown; readonly file: string } {
  const value = file === undefined ? {} : readYaml(file);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  // A value that is not an object is refused later, when it is read as a design.
  if (!isObject) return { value, file: file! };
  const design = { ...value } as Record<string, unknown>;
  if (file === undefined || flags.bank !== undefined || flags.items !== undefined)
    design.bank = bankOf(design.bank, flags, file);
  if (file === undefined || flags.examinees !== undefined)
    design.abilities = abilitiesOf(design.abilities, flags.examinees);
  for (const name of SAME) if (flags[name] !== undefined) design[name] = flags[name];
  if (flags.seed !== undefined)
    design.seed = /^\d{1,15}$/.test(flags.seed) ? Number(flags.seed) : flags.seed;
  return { value: design, file: file ?? NO_FILE };
}

function bankOf(given: unknown, { bank, items }: DesignFlags, file: string | undefined): unknown {
  const wantsGenerated = bank === 'generated' || (bank === undefined && file === undefined);
  if (bank !== undefined && !wantsGenerated) {
    if (items !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: '--items',
        reason: `the number of items of ${bank} is fixed. Remove --items, or use --bank generated.`,
      });
    const isFile = /\.csv$/i.test(bank);
    return isFile ? { file: relative(dirname(file ?? '.'), bank) } : { builtin: bank };
  }
  const generate = (given as { generate?: object } | undefined)?.generate;
  if (bank === undefined && given !== undefined && generate === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--items',
      reason: `the bank of ${file} is not generated, so its number of items is fixed. Remove --items, or add --bank generated.`,
    });
  return { generate: { items: ITEMS, ...generate, ...(items === undefined ? {} : { items }) } };
}

function abilitiesOf(given: unknown, count = EXAMINEES): unknown {
  if (given === undefined) return { normal: { ...ABILITIES.normal, count } };
  const { normal, uniform } = given as { normal?: object; uniform?: object };
  if (normal !== undefined) return { normal: { ...normal, count } };
  if (uniform !== undefined) return { uniform: { ...uniform, count } };
  return fail('OPTIONS_CONFLICT', {
    options: '--examinees',
    reason:
      'the abilities of the design are a grid or a list, which set the number of examinees. Remove --examinees.',
  });
}

/** The last check of a design from options, when everything else is right. @throws OPTIONS_CONFLICT if it has no lengths */
export function checkLengths(file: string | undefined, { lengths }: DesignFlags): void {
  if (file === undefined && lengths === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--lengths',
      reason:
        'add a design file, or at least the test lengths: thetarank simulate monte-carlo --lengths 20,40',
    });
}

/** The arguments that make the same design again, as they would be typed. */
export function designArguments(file: string | undefined, flags: DesignFlags): string {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(text).join(',');
    if (typeof value !== 'object') return String(value);
    const { rule, ...options } = value as Record<string, unknown>;
    const pairs = Object.entries(options).map(([name, one]) => `${name}=${one}`);
    return rule === undefined ? pairs.join(',') : [rule, ...pairs].join(':');
  };
  const parts = FLAGS.flatMap((name) =>
    flags[name] === undefined ? [] : [`--${name}`, shellWord(text(flags[name]))],
  );
  return [...(file === undefined ? [] : [shellWord(file)]), ...parts].join(' ');
}
