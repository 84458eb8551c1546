import type { Access } from '../access/access.ts';

/** What a person answered to one question of a case whose later questions wait. */
export interface PersonTurn {
  readonly place: number;
  /** From 0. */
  readonly turn: number;
  readonly output: string;
  readonly at: string;
}

/** Answers to questions of unfinished cases: added, never changed. */
export interface PersonTurnStore {
  /** @returns whether it is kept; false if that question has an answer already */
  put(session: number, turn: PersonTurn): Promise<boolean>;
  /** Outputs to the questions at one place, in their order. */
  of(session: number, place: number): Promise<string[]>;
}

export function personTurnTable(access: Access): PersonTurnStore {
  return {
    put: (session, turn) =>
      access.write(async (trx) => {
        const kept = await trx
          .insertInto('person_turns')
          .values({ session, ...turn })
          .onConflict((conflict) => conflict.doNothing())
          .returning('turn')
          .execute();
        return kept.length > 0;
      }),
    async of(session, place) {
      const rows = await access.read((db) =>
        db
          .selectFrom('person_turns')
          .select('output')
          .where('session', '=', session)
          .where('place', '=', place)
          .orderBy('turn')
          .execute(),
      );
      return rows.map(({ output }) => output);
    },
  };
}
