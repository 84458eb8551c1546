import { type ResponseMatrix, readYaml, type Store } from 'thetarank';
import { type prepareSynthesis, readLiveBank, synthesisBank } from 'thetarank/study';
import { fail } from '../../../src/cli/command-kit.ts';
import { plural } from '../../text.ts';
import { MOST_LEFT_OUT } from '../measure/trial-answers.ts';
import { checkProtocol } from '../protocol/keep-protocol.ts';
import { type TrialConfiguration, trialConfiguration } from '../protocol/trial-configuration.ts';
import { protocolHash, type TrialProtocol, trialProtocol } from '../protocol/trial-protocol.ts';
import { chooseRecorded, type RecordedChoice } from '../protocol/trial-recorded.ts';
import { type TrialPart, trialParts } from './trial-parts.ts';

/** The trial and its bank. */
export interface TrialRequest {
  /** How errors call options, and who is told of endpoints. */
  readonly caller?: Parameters<typeof prepareSynthesis>[0]['caller'];
  /** Name of the bank. */
  readonly bank: string;
  /** The file that describes the trial (docs/trial.md). */
  readonly config: string;
  /** Number of items of the bank, drawn by the seed; all by default. */
  readonly items?: number;
  /** The folder of its protocol. */
  readonly out: string;
  /** Continue the trial whose protocol is there. */
  readonly resume?: boolean;
  /** Only estimate; ignore a protocol in the folder. */
  readonly dryRun?: boolean;
  /** Uses replies of earlier runs to the same requests, instead of asking. */
  readonly reuse?: boolean;
}

/** A trial that is ready to begin or continue. */
export interface PreparedTrial {
  readonly trial: TrialConfiguration;
  /** The pools, then the held-out models. */
  readonly parts: readonly TrialPart[];
  /** Recorded answers of the bank, and the models that calibrate. */
  readonly responses: ResponseMatrix;
  readonly recorded: readonly RecordedChoice[];
  readonly protocol: TrialProtocol;
  readonly hash: string;
  /** Whether the folder has the protocol. */
  readonly isFixed: boolean;
  readonly warnings: readonly string[];
}

/** The least number in the protocol of docs/trial.md. */
const USUAL_ITEMS = 500;

/** Finds all errors before any cost arises. */
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
  // A dry run may estimate a new trial while another has begun.
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
