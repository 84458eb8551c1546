import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'threads',
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    maxWorkers: '100%',
  },
});
