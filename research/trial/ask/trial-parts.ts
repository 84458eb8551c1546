import type { Store } from 'thetarank';
import { prepareSynthesis, type SynthesisJob } from 'thetarank/study';
import type { TrialConfiguration, TrialGroup } from '../protocol/trial-configuration.ts';

/** A participant: a model alone, or a pair that debates. */
export type Participant = SynthesisJob['plan']['participants'][number];

/** A part of a trial, one run of the record: a pool, or the held-out models. */
export interface TrialPart {
  readonly group: TrialGroup;
  /** Prefix of its progress lines. */
  readonly title: string;
  readonly job: SynthesisJob;
}

/** The parts of a trial, the pools first. @throws as prepareSynthesis */
export async function trialParts(
  { pools, heldOut }: TrialConfiguration,
  options: Parameters<typeof prepareSynthesis>[0],
  store: Store,
): Promise<TrialPart[]> {
  const groups = [...pools, heldOut];
  const parts: TrialPart[] = [];
  for (const [k, group] of groups.entries()) {
    const name = group.pool === null ? 'held-out models' : `pool ${group.pool}`;
    const job = await prepareSynthesis(options, group.synthesis, store);
    parts.push({ group, title: `${name} (${k + 1} of ${groups.length})`, job });
  }
  return parts;
}

/** Calls that a part needs, and those that are kept. */
export function keptCalls({ design, needed, kept }: SynthesisJob) {
  const calls = { kept: 0, missing: 0 };
  for (let item = 0; item < design.items; item++)
    for (const call of needed(item)) {
      if (kept.isKept(call, item)) calls.kept++;
      else calls.missing++;
    }
  return calls;
}

/** What earlier runs have of the replies of all parts. */
export function sumReusable(parts: readonly TrialPart[]) {
  const found = parts.flatMap(({ job }) => job.reusable ?? []);
  const times = (of: 'oldest' | 'newest') => found.flatMap((part) => part[of] ?? []).sort();
  return {
    replies: found.reduce((sum, { replies }) => sum + replies, 0),
    oldest: times('oldest')[0] ?? null,
    newest: times('newest').at(-1) ?? null,
    isExact: true,
  };
}
