/** Counts for a pair, summed over its participants (rounds, temperatures, variants, repeats). */
export interface Persuasion {
  readonly generator: string;
  readonly critic: string;
  /** Final answers. */
  readonly answers: number;
  /** Share of final answers that differ from the generation. */
  readonly changed: number;
  /** Numbers of answers that the debate changed from wrong to right, and from right to wrong. */
  readonly rightly: number;
  readonly wrongly: number;
}

/** Counts of a participant's debates. */
export interface DebatedParticipant {
  readonly generator: string;
  readonly critic: string | null;
  readonly answers: number;
  readonly debate: {
    readonly changed: number;
    readonly wrongToRight: number;
    readonly rightToWrong: number;
  } | null;
}

/** Who persuades whom: one entry per pair that has answers, in the order of the participants. */
export function persuasionOfPairs(participants: readonly DebatedParticipant[]): Persuasion[] {
  const pairs = new Map<string, Persuasion>();
  for (const { generator, critic, answers, debate } of participants) {
    if (critic === null || debate === null) continue;
    const key = JSON.stringify([generator, critic]);
    const before = pairs.get(key) ?? { answers: 0, changed: 0, rightly: 0, wrongly: 0 };
    const all = before.answers + answers;
    pairs.set(key, {
      generator,
      critic,
      answers: all,
      changed: (before.changed * before.answers + debate.changed * answers) / all,
      rightly: before.rightly + debate.wrongToRight,
      wrongly: before.wrongly + debate.rightToWrong,
    });
  }
  return [...pairs.values()];
}
