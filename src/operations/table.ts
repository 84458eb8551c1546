import type { Operation } from './operation.ts';

/** All operations by name. Each is loaded when it is needed. */
export const OPERATIONS = {
  agreement: async () => (await import('./agreement/agreement.ts')).agreement,
  noise: async () => (await import('./noise/noise.ts')).noise,
  judges: async () => (await import('./judges/judges.ts')).judges,
  'calibrate keep': async () => (await import('./calibrate-keep.ts')).calibrateKeep,
} satisfies Readonly<Record<string, () => Promise<Operation>>>;

export type OperationName = keyof typeof OPERATIONS;
