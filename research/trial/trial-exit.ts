import { askingExit, type Exit } from '../../src/cli/command-kit.ts';
import type { TrialAsked } from './ask/ask-trial.ts';

/** How the command ends, and the error it prints; an endpoint's failure takes precedence over other reasons. */
export function trialExit(asked: Pick<TrialAsked, 'parts'>, isReported: boolean): Exit {
  const fine = { code: 0, message: null };
  if (isReported) return fine;
  const exits = asked.parts.map(askingExit);
  return (
    exits.find(({ message }) => message !== null) ?? exits.find(({ code }) => code !== 0) ?? fine
  );
}
