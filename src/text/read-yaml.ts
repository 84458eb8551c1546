import { type ErrorCode, LineCounter, parseAllDocuments } from 'yaml';
import { fail } from '../errors.ts';
import { readText } from './read-text.ts';

/** Aliases may repeat so much of a file: enough for any configuration, too little to fill the memory. */
const MOST_ALIASES = 100;

/**
 * The value of a YAML file (1.2, one document): objects, lists, texts, numbers, true, false and null. A key that is given
 * twice, a tag and an alias too many are errors.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID with the line
 */
export function readYaml(file: string): unknown {
  return readYamlWithLines(file).value;
}

/** A value, and where in its file each part of it stands. */
export interface YamlWithLines {
  readonly value: unknown;
  /** The line of what stands at a path, from 1; of what is around it, where it is not there. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** The same with lines, for those who say what is wrong with the value. @throws as `readYaml` */
export function readYamlWithLines(file: string): YamlWithLines {
  const lines = new LineCounter();
  const text = readText(file).toString('utf8');
  const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: 'silent' });
  const accepted = 'one YAML document';
  if ('empty' in documents || documents.length === 0)
    return fail('FILE_INVALID', { file, found: 'nothing', accepted });
  if (documents.length > 1)
    return fail('FILE_INVALID', { file, found: `${documents.length} documents`, accepted });
  const [document] = documents;
  // A warning is of a tag nobody knows, or of a list as a key: nothing that a configuration could mean.
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined)
    return fail('FILE_INVALID', {
      file,
      where: `line ${lines.linePos(problem.pos[0]).line}`,
      ...inWords(problem.code, problem.message),
    });
  try {
    const value = document.toJS({ maxAliasCount: MOST_ALIASES });
    return {
      value,
      lineOf(path) {
        for (let length = path.length; length > 0; length--) {
          const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | null;
          if (node?.range) return lines.linePos(node.range[0]).line;
        }
        return 1;
      },
    };
  } catch (error) {
    return fail('FILE_INVALID', { file, found: (error as Error).message, accepted: 'YAML 1.2' });
  }
}

/** What is wrong with the text, in words; the parser speaks of its own terms. */
function inWords(code: ErrorCode, message: string): { found: string; accepted: string } {
  const own = message.split('\n', 1)[0].replace(/ at line \d+, column \d+:?$/, '');
  const flow = /Flow (map|sequence)/.exec(own)?.[1];
  if (flow !== undefined)
    return {
      found:
        flow === 'map'
          ? 'a { that is not closed before here'
          : 'a [ that is not closed before here',
      accepted: `${flow === 'map' ? 'a } for each {' : 'a ] for each ['}, with the lines between them indented`,
    };
  if (code === 'BAD_INDENT')
    return {
      found: 'a line whose indentation differs from the lines above',
      accepted: 'the same number of spaces before all fields of an object',
    };
  if (code === 'TAB_AS_INDENT') return { found: 'a tab before a field', accepted: 'spaces' };
  if (code === 'BLOCK_IN_FLOW')
    return {
      found: 'a field inside { } without a comma before it',
      accepted: '{ a: 1, b: 2 }, or one line per field',
    };
  const [, end] = /^Unexpected flow-\w+-end token in YAML stream: "(.)"/.exec(own) ?? [];
  if (end !== undefined)
    return { found: `a ${end} without its opening bracket`, accepted: 'brackets in pairs' };
  return { found: own, accepted: 'YAML 1.2' };
}
