import { fail } from '../../errors.ts';
import { shellWord } from '../../shell-word.ts';

/** Options of a command line with their values, in order: `--bank mmlu-pro` and `--bank=mmlu-pro` alike. */
type Given = readonly (readonly [option: string, values: readonly string[]])[];

/** A command that does what options of `rank` did once. */
interface Moved {
  readonly command: string;
  /** The options that only this command has now. */
  readonly options: readonly string[];
  /** Options of `rank` that it has too. */
  readonly shared: readonly string[];
  /** The words without which it does not work, and what they are where the user gave none. */
  readonly needed: (given: Given) => readonly string[];
}

const valuesOf = (given: Given, name: string) =>
  given.flatMap(([option, values]) => (option === name ? values : []));
const has = (given: Given, ...names: string[]) => given.some(([option]) => names.includes(option));

const MOVED: readonly Moved[] = [
  {
    command: 'place',
    options: ['--answers', '--name', '--filter', '--metric'],
    shared: ['--bank', '--full-score', '--seed', '--json', '--out'],
    needed: (given) => {
      const files = valuesOf(given, '--answers');
      return [
        ...(files.length === 0 ? ['samples.jsonl'] : files),
        ...(has(given, '--bank') ? [] : ['--bank', 'mmlu-pro']),
      ];
    },
  },
  {
    command: 'order',
    options: ['--confidence', '--margin'],
    shared: [
      ...['--bank', '--responses', '--database', '--tags', '--full-score', '--families'],
      ...['--models', '--seed', '--include-flagged', '--json', '--out'],
    ],
    needed: (given) => (has(given, '--bank', '--responses') ? [] : ['--bank', 'mmlu-pro']),
  },
];

/**
 * Refuses options of `rank` that are options of another command now, with the whole command to use.
 *
 * @param args the words after `rank`
 * @throws OPTION_RENAMED
 */
export function refuseMoved(args: readonly string[]): void {
  const given = givenOptions(args);
  for (const [option] of given) {
    const moved = MOVED.find(({ options }) => options.includes(option));
    if (moved !== undefined) fail('OPTION_RENAMED', { option, use: lineOf(moved, given) });
  }
}

function lineOf({ command, options, shared, needed }: Moved, given: Given): string {
  const kept = given.filter(
    ([option]) => option !== '--answers' && [...options, ...shared].includes(option),
  );
  const words = [...needed(given), ...kept.flatMap(([option, values]) => [option, ...values])];
  return `thetarank ${[command, ...words.map(shellWord)].join(' ')}`;
}

function givenOptions(args: readonly string[]): Given {
  const given: [string, string[]][] = [];
  for (const word of args) {
    if (word === '--') break;
    const [option, ...rest] = word.split('=');
    if (/^-[-A-Z]/.test(option)) given.push([option, rest.length > 0 ? [rest.join('=')] : []]);
    else given.at(-1)?.[1].push(word);
  }
  return given;
}
