import { InvalidArgumentError } from 'commander';
import { nearestNames, suggestion } from '../../nearest.ts';

/** How one setting is read from its text, and what it says in the help. */
export interface NamedValue<T> {
  readonly read: (text: string) => T;
  readonly help: string;
}

/** Settings by the names that a user gives them. */
export type NamedValues = Readonly<Record<string, NamedValue<unknown>>>;

/** The settings that were given. */
export type GivenValues<V extends NamedValues> = {
  readonly [Name in keyof V]?: ReturnType<V[Name]['read']>;
};

/**
 * A reader for an option that is given once per setting, as `name=value`; for commander's option parsers. The last
 * value of a name counts.
 */
export function readNamedValues<V extends NamedValues>(
  values: V,
): (text: string, before?: GivenValues<V>) => GivenValues<V> {
  const names = Object.keys(values);
  return (text, before) => {
    const at = text.indexOf('=');
    const name = at < 0 ? text : text.slice(0, at);
    if (!Object.hasOwn(values, name))
      throw new InvalidArgumentError(
        `Unknown setting "${name}". ${suggestion(name, nearestNames(name, names))}`,
      );
    if (at < 0) throw new InvalidArgumentError(`Accepted: NAME=VALUE, such as ${name}=VALUE.`);
    return { ...before, [name]: values[name].read(text.slice(at + 1)) } as GivenValues<V>;
  };
}

/** A line of help per setting. */
export function namedValuesHelp(values: NamedValues): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`)
    .join('\n');
}
