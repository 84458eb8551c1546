import { fail, plural } from '../../../../src/cli/command-kit.ts';
import { type ResponseMatrix, readYaml, type Store } from '../../../../src/index.ts';
import { readLiveBank, synthesisBank } from '../../../../src/study.ts';
import { MOST_LEFT_OUT } from '../measure/trial-answers.ts';
import { checkProtocol } from '../protocol/keep-protocol.ts';
import { type TrialConfiguration, trialConfiguration } from '../protocol/trial-configuration.ts';
import { protocolHash, type TrialProtocol, trialProtocol } from '../protocol/trial-protocol.ts';
import { chooseRecorded, type RecordedChoice } from '../protocol/trial-recorded.ts';
import { type TrialPart, trialParts } from './trial-parts.ts';

/** Which trial, on which bank. */
export interface TrialRequest {
  /** Name of the bank. */
  readonly bank: string;
  /** The file that describes the trial (docs/trial.md). */
  readonly config: string;
  /** So many items of the bank, by the seed; all by default. */
  readonly items?: number;
  /** The folder of its protocol. */
  readonly out: string;
  /** Goes on with the trial whose protocol is there. */
  readonly resume?: boolean;
  /** Looks only: a protocol in the folder is left alone. */
  readonly dryRun?: boolean;
  /** Uses replies of earlier runs to the same requests, instead of asking. */
  readonly reuse?: boolean;
}

/** A trial that is ready to begin, or to go on. */
export interface PreparedTrial {
  readonly trial: TrialConfiguration;
  /** The pools, then the held-out models. */
  readonly parts: readonly TrialPart[];
  /** Recorded answers of the bank, and which of them calibrate. */
  readonly responses: ResponseMatrix;
  readonly recorded: readonly RecordedChoice[];
  readonly protocol: TrialProtocol;
  readonly hash: string;
  /** Whether the protocol stands in the folder. */
  readonly isFixed: boolean;
  readonly warnings: readonly string[];
}

/** With fewer the protocol of docs/trial.md is not kept. */
const USUAL_ITEMS = 500;

/** Everything that can be wrong is found here, before anything is paid. */
export async function prepareTrial(options: TrialRequest, store: Store): Promise<PreparedTrial> {
  const { config, bank: name, out, dryRun = false, resume = false } = options;
  const trial = trialConfiguration(readYaml(config), config);
  const { summary, ids } = await synthesisBank(store, name, options.items, trial.seed);
  const longest = Math.floor((1 - MOST_LEFT_OUT) * ids.length);
  if (trial.form.length > longest)
    fail('FILE_INVALID', {
      file: config,
      where: 'form.length',
      found: `${trial.form.length} for a trial of ${plural(ids.length, 'item')}`,
      accepted: `at most ${longest}`,
    });
  const bank = await readLiveBank(store, name);
  const recorded = chooseRecorded(bank, ids, trial);
  const { fingerprint } = bank;
  const protocol = trialProtocol(trial, { summary, fingerprint, ids, recorded });
  const hash = protocolHash(protocol);
  // What a trial that has not begun would take may be asked beside one that has.
  const isFixed = dryRun && !resume ? false : checkProtocol(out, protocol, resume);
  return {
    trial,
    recorded,
    protocol,
    hash,
    isFixed,
    parts: await trialParts(trial, { ...options, trial: hash }, store),
    responses: bank.recorded.responses,
    warnings: [...trial.warnings, ...bankWarnings(ids.length, recorded.length)],
  };
}

function bankWarnings(items: number, recorded: number): string[] {
  const warnings: string[] = [];
  if (items < USUAL_ITEMS)
    warnings.push(
      `${items} of at least ${USUAL_ITEMS} items: the figures of a pool depend much on which they are.`,
    );
  if (recorded === 0)
    warnings.push(
      'The bank has fewer than 20 recorded models of other families: what more models would give is not seen.',
    );
  return warnings;
}
