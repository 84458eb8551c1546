import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as api from '../../src/index.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { temporaryFolder } from '../files/temporary.ts';

/** The examples of docs/library.md that ask models or simulate studies, one after another as the page has them. */
const folder = temporaryFolder();
const page = readFileSync(fileURLToPath(new URL('../../docs/library.md', import.meta.url)), 'utf8');
const ABILITIES = new Map(Object.entries({ small: -1, middle: 0.3, large: 1.5 }));

let url: string;
let close: () => Promise<unknown>;
beforeAll(async () => {
  // The questions are those of the first example.
  const questions = await indexQuestions(await itemsOfExample());
  const answerer = simulate(
    { abilities: ABILITIES, seed: 1, debate: { persuasion: 2 } },
    questions,
  );
  const server = standIn({ answerers: [answerer] });
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  close = () => server.close();
});
afterAll(() => close());

/** The code of an example, with the package, the address and the database of this test. */
function codeOf(name: string): string {
  const [, code] = new RegExp(`^\`\`\`js ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)!;
  const body = code.replace(/^import \{([^}]+)\} from 'thetarank';\n/m, 'const {$1} = api;\n');
  expect(body).not.toBe(code);
  return body
    .replaceAll('http://localhost:8000/v1', url)
    .replaceAll("'sums.db'", JSON.stringify(join(folder, 'sums.db')));
}

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

async function printed(code: string): Promise<string> {
  const lines: string[] = [];
  await new AsyncFunction('api', 'console', code)(api, { log: (line: string) => lines.push(line) });
  return `${lines.join('\n')}\n`;
}

async function itemsOfExample() {
  const code = codeOf('rank-models');
  const from = code.indexOf('const items =');
  const make = `const { contentHash } = api;\n${code.slice(from, code.indexOf('const bank ='))}return items;`;
  return new AsyncFunction('api', make)(api);
}

test.each(['rank-models', 'synthesize', 'monte-carlo', 'test-length'])(
  'the example %s runs and prints what the page says',
  async (name) => {
    const [, shown] = new RegExp(`^\`\`\`text ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)!;
    expect(await printed(codeOf(name))).toBe(shown);
  },
);
