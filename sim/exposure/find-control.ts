import type { CatBank } from '../../src/cat/bank.ts';
import type { SessionConfiguration } from '../../src/cat/configuration.ts';
import { type SympsonHetterResult, sympsonHetter } from '../../src/cat/exposure/sympson-hetter.ts';
import { longestTest } from '../../src/cat/stop/stop-rules.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import type { LogTables } from '../monte-carlo/run/log-tables.ts';
import { logTables } from '../monte-carlo/run/session-kernel.ts';
import { exposedSessions } from './exposed-sessions.ts';

/** Control parameters of Sympson & Hetter for one bank and one kind of session, found by simulation. */
export interface ControlRequest {
  readonly bank: CatBank;
  readonly configuration: SessionConfiguration;
  /** The exposure rate that no item shall exceed. */
  readonly rate: number;
  /** Examinees of each round. */
  readonly examinees: number;
  /** Rounds at most. */
  readonly rounds: number;
  readonly tolerance?: number | undefined;
  readonly seed: string;
  /** The ability of an examinee, from 0, in a round, from 1; by default drawn from the configuration's prior. */
  readonly abilityOf?: ((round: number, examinee: number) => number) | undefined;
  /** The tables of the bank, if they exist already. */
  readonly tables?: LogTables | undefined;
}

/** Progress of a search. */
export interface ControlStep {
  readonly round: number;
  /** Sessions done in this round. */
  readonly sessions: number;
}

/** Each round draws new examinees, so that the parameters do not fit one sample. Yields after each session. */
export function* findControl(request: ControlRequest): Generator<ControlStep, SympsonHetterResult> {
  const { bank, configuration, rate, examinees, rounds, tolerance, seed, abilityOf } = request;
  const { prior } = configuration;
  const { count } = bank.items;
  const longest = Math.min(longestTest(configuration.stop), count);
  const tables = request.tables ?? logTables(bank);
  const search = sympsonHetter({ items: count, longest, rate, tolerance, rounds });
  let state = search.next();
  for (let round = 1; !state.done; round++) {
    const stream = randomStream(seed, 'abilities', round);
    const abilities = Float64Array.from({ length: examinees }, (_, examinee) =>
      abilityOf === undefined
        ? prior.mean + prior.sd * randomNormal(stream)
        : abilityOf(round, examinee),
    );
    const run = exposedSessions({
      bank,
      configuration,
      exposure: { rule: 'sympson-hetter', control: state.value, block: 100 },
      abilities,
      seed: `${seed}/${round}`,
      tables,
    });
    let step = run.next();
    for (let sessions = 1; !step.done; sessions++, step = run.next()) yield { round, sessions };
    state = search.next(step.value);
  }
  return state.value;
}
