/** All commands of thetarank, in the order of its help. */
export const COMMAND_NAMES = [
  ...([
    'rank',
    'order',
    'place',
    'agreement',
    'calibrate',
    'score',
    'form',
    'prompt',
    'extract',
  ] as const),
  ...(['grade', 'runs', 'simulate', 'bank', 'serve', 'cache', 'keys', 'stand-in'] as const),
  ...(['session', 'watch', 'research', 'demo'] as const),
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];
