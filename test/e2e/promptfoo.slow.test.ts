import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readPromptfoo } from '../../src/files/harness/read-promptfoo.ts';
import { fixedLetter } from '../../src/stand-in/answerers/fixed-letter.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { succeedSync } from '../command/run-command.ts';

/** With its packages it has 2.5 GB and takes minutes to install, so it is no dependency. */
const VERSION = '0.123.1';
/** `install`, or a folder in which that version is installed. */
const asked = process.env.THETARANK_PROMPTFOO;

const folder = mkdtempSync(join(tmpdir(), 'thetarank-promptfoo-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function installed(): string {
  const place = asked === 'install' ? folder : asked!;
  const program = join(place, 'node_modules/.bin/promptfoo');
  if (!existsSync(program)) {
    writeFileSync(join(place, 'package.json'), '{"private":true}');
    execFileSync(
      'npm',
      ['install', `promptfoo@${VERSION}`, '--no-audit', '--no-fund', '--ignore-scripts'],
      {
        cwd: place,
        stdio: 'ignore',
      },
    );
  }
  return program;
}

test.skipIf(asked === undefined)(
  `promptfoo ${VERSION} asks the stand-in by the configuration of form, and its results are read (set THETARANK_PROMPTFOO=install, or to a folder that has it)`,
  { timeout: 900_000 },
  async () => {
    const program = installed();
    const answerer = fixedLetter(['parrot'], 1);
    const questionsAsked: string[] = [];
    const server = standIn({
      answerers: [
        {
          ...answerer,
          answer: (question) => {
            questionsAsked.push(question.messages.at(-1)?.content ?? '');
            return answerer.answer(question);
          },
        },
      ],
    });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      const questions = fileURLToPath(
        new URL('../golden/promptfoo/questions.jsonl', import.meta.url),
      );
      const database = ['--database', join(folder, 'store.db')];
      succeedSync([
        ...['bank', 'import', questions, '--name', 'mine', '--source', 'made up'],
        ...['--licence', 'MIT', '--language', 'en', ...database],
      ]);
      succeedSync([
        ...['form', '--bank', 'mine', '--items', '5', '--format', 'promptfoo', '--with-text'],
        ...['--model', `parrot@${url}/v1`, '--out', folder, ...database],
      ]);
      const out = join(folder, 'results.json');
      const run = spawn(
        program,
        [
          'eval',
          '-c',
          join(folder, 'promptfooconfig.yaml'),
          '-o',
          out,
          '--no-progress-bar',
          '--no-cache',
        ],
        {
          stdio: 'ignore',
          env: {
            ...process.env,
            PROMPTFOO_CONFIG_DIR: join(folder, 'settings'),
            PROMPTFOO_DISABLE_TELEMETRY: '1',
            PROMPTFOO_DISABLE_UPDATE: '1',
            OPENAI_API_KEY: 'none',
          },
        },
      );
      await new Promise((resolve) => run.once('close', resolve));
      const [{ model, scores, failed }] = readPromptfoo(out);
      expect([model, [...scores.keys()].sort(), failed]).toEqual([
        'parrot',
        ['boil', 'braces', 'even', 'quote', 'zhong'],
        0,
      ]);
      // Braces of a question reach the model as they are.
      const stem = JSON.parse(readFileSync(questions, 'utf8').split('\n')[1]).stem;
      expect(questionsAsked.some((text) => text.includes(stem))).toBe(true);
    } finally {
      await server.close();
    }
  },
);
