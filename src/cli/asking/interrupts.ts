import { interruptsSaid } from '../../operations/asking/interrupts.ts';
import type { Interrupts } from '../../workflow/asking/stop-signals.ts';
import { printNote } from '../output/typed-commands.ts';

/** `interruptsSaid` at the terminal. */
export function interrupts(later?: string): Interrupts {
  return interruptsSaid(printNote, later);
}
