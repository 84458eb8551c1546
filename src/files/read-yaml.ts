import { LineCounter, parseAllDocuments } from 'yaml';
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
      found: problem.message.split('\n', 1)[0].replace(/ at line \d+, column \d+:?$/, ''),
      accepted: 'YAML 1.2',
    });
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    return fail('FILE_INVALID', { file, found: (error as Error).message, accepted: 'YAML 1.2' });
  }
}
