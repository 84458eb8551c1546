import { createHash } from 'node:crypto';
import type { SessionSummary } from '../../api/sessions.ts';
import { promptOptions } from '../../api/sessions.ts';
import { canonicalJson } from '../../canonical-json.ts';

/** The properties that decide which leaderboard a score is on. */
export type BoardProperties = Pick<
  SessionSummary,
  'bank' | 'bankVersion' | 'calibrationVersion' | 'strategy' | 'adaptive' | 'prompt'
>;

/** Digits of a leaderboard's id: 64 bits. */
const ID_DIGITS = 16;

/** The id of the leaderboard of a session; always the same for the same properties. */
export function boardId(facts: BoardProperties): string {
  const { bank, bankVersion, calibrationVersion, strategy, adaptive } = facts;
  return createHash('sha256')
    .update(JSON.stringify([bank, bankVersion, calibrationVersion, strategy]))
    .update(`${adaptive?.version ?? ''} ${promptText(facts)}`)
    .digest('hex')
    .slice(0, ID_DIGITS);
}

/** Why the scores of two sessions cannot be compared; null if they can. */
export function whyIncomparable(a: BoardProperties, b: BoardProperties): string | null {
  if (a.bank !== b.bank) return `Their banks differ: ${a.bank} and ${b.bank}.`;
  if (a.bankVersion !== b.bankVersion)
    return `Their versions of ${a.bank} differ: items, tags or recorded answers changed between them.`;
  if (a.calibrationVersion !== b.calibrationVersion)
    return 'Their calibrations differ, so their scales are not the same.';
  if (a.strategy !== b.strategy)
    return `Their strategies differ: ${a.strategy} and ${b.strategy}, whose errors are of different kinds.`;
  if (a.adaptive?.version !== b.adaptive?.version)
    return 'Their adaptive rules differ (estimator, prior, selector, stopping rule or constraints), so their errors are of different kinds.';
  return null;
}

/** Whether two sessions had different prompts or ways to read answers. */
export function areWordedApart(a: BoardProperties, b: BoardProperties): boolean {
  return promptText(a) !== promptText(b);
}

/** The prompt settings as text, with defaults; without worked examples their source does not matter. */
function promptText({ prompt }: BoardProperties): string {
  const all = prompt ?? promptOptions.parse({});
  return canonicalJson(all.shots > 0 ? all : { ...all, shotsFrom: null });
}
