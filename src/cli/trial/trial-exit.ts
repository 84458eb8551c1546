import { askingExit, type Exit } from '../../workflow/synthesis/synthesis-outcome.ts';
import type { TrialAsked } from '../../workflow/trial/ask-trial.ts';
import { MOST_LEFT_OUT } from '../../workflow/trial/trial-answers.ts';

/**
 * Whether there are figures: where every part was asked to its end, and so few items lack an answer that they can be left out.
 * Whoever saw figures before could choose when to stop.
 * @param parts how many there are
 * @param share of the items that have every answer
 */
export function canReport(asked: Pick<TrialAsked, 'parts'>, parts: number, share: number): boolean {
  const isToTheEnd =
    asked.parts.length === parts &&
    asked.parts.every(({ outcomes }) => outcomes.every(({ stopped }) => stopped === null));
  return isToTheEnd && share >= 1 - MOST_LEFT_OUT;
}

/** How the command ends, and the error it prints: an endpoint's failure says more than what else ended it. */
export function trialExit(asked: Pick<TrialAsked, 'parts'>, isReported: boolean): Exit {
  const fine = { code: 0, message: null };
  if (isReported) return fine;
  const exits = asked.parts.map(askingExit);
  return (
    exits.find(({ message }) => message !== null) ?? exits.find(({ code }) => code !== 0) ?? fine
  );
}
