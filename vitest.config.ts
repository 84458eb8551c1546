import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Inherited by every program that tests start: with what an earlier start compiled, it starts in a third of the time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/thetarank-tests', import.meta.url),
);

// Whether npm started the tests makes no difference to the hints that commands print.
delete process.env.npm_command;

// None of them writes to the cache of whoever runs the tests.
process.env.THETARANK_CACHE = '';

/** Where tests stand; those of research beside what they test. */
const TESTS = ['test/**/*.test.ts', 'research/test/**/*.test.ts'];
/** Files that only `npm run test:all` runs: kills, abuse, other databases, browsers, the published package. */
const SLOW = '**/*.slow.test.ts';
/** Files that replace modules (`vi.mock`), which no other file may see. */
const MOCKING = 'test/**/*.mocking.test.ts';

export default defineConfig(({ mode }) => ({
  test: {
    env: mode === 'all' ? { THETARANK_TESTS: mode } : {},
    // Processes and not threads: commands run in folders of their own (test/command).
    pool: 'forks',
    // Research imports the library by its name.
    execArgv: ['--conditions=thetarank:source'],
    globalSetup: ['test/temporary-in-memory.ts', 'test/run-folder.ts'],
    setupFiles: ['test/cost/measure-cost.ts', 'test/property-runs.ts'],
    reporters: ['default', 'test/cost/cost-reporter.ts'],
    // Wide, for a busy machine: what waits for an event ends with it.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // One more than there are cores: a test that waits for a program or a timer leaves its core idle.
    maxWorkers: availableParallelism() + 1,
    // Node strips the types itself. Vitest would turn each call of what is imported into one of a getter, which makes
    // numerical code a quarter slower.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: mode === 'all' ? [MOCKING] : [MOCKING, SLOW],
          // What one file has loaded and compiled serves the next one on the same worker.
          isolate: false,
          setupFiles: ['test/resolve-sources.ts'],
        },
      },
      { extends: true, test: { name: 'mocking', include: [MOCKING] } },
    ],
  },
}));
