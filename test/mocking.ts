/** These put something else in the place of a module, which no other file may see. */
export const MOCKING = [
  'test/calibration/kernel/never-start.test.ts',
  'test/calibration/kernel/no-threads.test.ts',
  'test/sim/post-hoc/irt-bias.test.ts',
  'test/sim/post-hoc/split.test.ts',
];
