import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { keepExam, keptRuns } from './live/bank.ts';
import { writeExam } from './live/exam.ts';
import { type ServedExam, serveExam } from './live/served-exam.ts';
import { LAUNCHER } from './run.ts';

/** The example workflows: their form, and every command that they run, run in a shell as they are, at the stand-in. */
const EXAMPLES = join(import.meta.dirname, '../../docs/examples');
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'thetarank-pipelines-'));
const exam = writeExam(join(folder, 'exam'), 'pipelines', 60, { 'v1.1': 1.2 });
const database = join(folder, 'store.db');
let served: ServedExam;

beforeAll(async () => {
  await keepExam(exam, database);
  served = await serveExam(exam);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'thetarank'),
    `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`,
  );
  chmodSync(join(bin, 'thetarank'), 0o755);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
}
interface GitHubJob {
  readonly 'runs-on': unknown;
  readonly steps: readonly Step[];
  readonly env: Readonly<Record<string, string>>;
}
const read = (name: string) => parse(readFileSync(join(EXAMPLES, name), 'utf8'));

/** The commands of an example, without the installation. */
function commandsOf(name: string): string[] {
  const found = read(name);
  const all: string[] = name.startsWith('gitlab')
    ? found.checkpoint.script
    : Object.values<GitHubJob>(found.jobs).flatMap(({ steps }) =>
        steps.flatMap((step) => step.run ?? []),
      );
  return all.filter((command) => !command.startsWith('npm install'));
}

/** Runs a command as a step of a workflow does. */
function step(command: string, more: Readonly<Record<string, string>> = {}) {
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
    ...{ BANK: 'sums', BASELINE: 'known-0', CANDIDATE: 'v1.1', MODEL_URL: served.url },
    THETARANK_DATABASE: database,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    CI: 'true',
    ...more,
  };
  return run('sh', ['-e', '-c', command], { cwd: folder, env });
}

/** The other examples are of the service (test/repository). */
const WORKFLOWS = readdirSync(EXAMPLES).filter((name) => /^git(?:hub|lab)/.test(name));

describe('example workflows', () => {
  test('all are read by this test, and have the form that GitHub and GitLab expect', () => {
    expect(WORKFLOWS).toEqual(['github-folder.yml', 'github-release.yml', 'gitlab-ci.yml']);
    for (const name of ['github-release.yml', 'github-folder.yml']) {
      const { on, jobs, permissions } = read(name);
      expect(Object.keys(on)).toContain('workflow_dispatch');
      expect(permissions).toEqual({ contents: 'read' });
      for (const job of Object.values<GitHubJob>(jobs)) {
        expect(job['runs-on']).toBeDefined();
        for (const { uses, run } of job.steps) expect([uses, run].filter(Boolean)).toHaveLength(1);
      }
    }
    const { checkpoint } = read('gitlab-ci.yml');
    expect(checkpoint).toMatchObject({
      script: expect.any(Array),
      artifacts: { when: 'always', reports: { junit: 'results/compare.xml' } },
    });
  });

  test('each variable of a command is set, and none is put into a command by the workflow itself', () => {
    for (const name of WORKFLOWS) {
      const text = readFileSync(join(EXAMPLES, name), 'utf8');
      const given = new Set([...text.matchAll(/^#? +(\w+):? /gm)].map(([, word]) => word));
      for (const command of commandsOf(name)) {
        expect(command).not.toContain('${{');
        for (const [, variable] of command.matchAll(/\$(\w+)/g))
          if (!variable.startsWith('GITHUB_'))
            expect([name, given]).toEqual([
              name,
              expect.toSatisfy((all: Set<string>) => all.has(variable)),
            ]);
      }
    }
  });

  test('the test of a release runs, and a checkpoint that is as good as the baseline passes', async () => {
    const [rank, compare, show] = commandsOf('github-release.yml');
    expect(commandsOf('gitlab-ci.yml')).toEqual([rank, compare]);
    await step(rank);
    expect(readdirSync(join(folder, 'results')).sort()).toEqual(
      expect.arrayContaining(['answers.jsonl', 'leaderboard.csv', 'report.html', 'result.json']),
    );
    const newest = (await keptRuns(database)).at(-1)!;
    expect(newest.configuration.models).toMatchObject([{ name: 'v1.1' }]);
    expect(newest.finishedAt).not.toBeNull();
    // Also where the comparison has written nothing.
    await step(show);
    expect(existsSync(join(folder, 'summary.md'))).toBe(false);
  });

  test('the comparison of a release with a recorded baseline runs', async () => {
    const [, compare, show] = commandsOf('github-release.yml');
    await step(compare);
    await step(show);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('v1.1');
    expect(readFileSync(join(folder, 'results', 'compare.xml'), 'utf8')).toContain('<testsuite');
  });

  test('new checkpoints of a folder are served and tested', async () => {
    const [watch] = commandsOf('github-folder.yml');
    const { SERVE } = read('github-folder.yml').jobs.test.env;
    // In place of vllm, with its arguments: serve PATH --port PORT.
    const vllm = join(folder, 'bin', 'vllm');
    writeFileSync(
      vllm,
      `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'watch/serve.mjs')}' '${join(folder, 'notes')}' "$2" x "$4"\n`,
    );
    chmodSync(vllm, 0o755);
    const checkpoint = join(folder, 'out', 'checkpoint-1');
    mkdirSync(checkpoint, { recursive: true });
    writeFileSync(join(checkpoint, 'letter'), 'A');
    writeFileSync(join(checkpoint, 'thetarank.ready'), '');
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const PORT = `${(probe.address() as AddressInfo).port}`;
    probe.close();
    await step(watch, { CHECKPOINTS: 'out', SERVE, PORT });
    const [line] = readFileSync(join(folder, 'tested.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ state: 'tested', model: 'out/checkpoint-1' });
  });
});
