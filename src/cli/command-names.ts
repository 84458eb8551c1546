/** All commands of thetarank, in the order of its help. */
export const COMMAND_NAMES = [
  ...(['rank', 'order', 'compare', 'series', 'stress'] as const),
  ...(['place', 'agreement', 'noise', 'calibrate', 'score'] as const),
  ...(['form', 'prompt', 'extract', 'grade', 'runs', 'simulate', 'bank', 'serve'] as const),
  ...([
    'cache',
    'store',
    'keys',
    'stand-in',
    'session',
    'watch',
    'worker',
    'research',
    'demo',
  ] as const),
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];
