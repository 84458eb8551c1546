/** All commands of thetarank, in the order of its help. */
export const COMMAND_NAMES = [
  ...(['rank', 'evaluate', 'order', 'compare', 'series', 'stress', 'place', 'agreement'] as const),
  ...(['noise', 'calibrate', 'score', 'form', 'prompt', 'extract', 'grade', 'judges'] as const),
  'annotate',
  ...(['ratings', 'runs', 'simulate', 'bank', 'write', 'serve'] as const),
  ...(['cache', 'store', 'keys', 'stand-in', 'session', 'watch', 'worker'] as const),
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];
