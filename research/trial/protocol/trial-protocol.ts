import type { BankSummary } from 'thetarank';
import {
  configurationHash,
  FIT_ROUNDS,
  MEASURES,
  type SynthesisConfiguration,
  synthesisRun,
} from 'thetarank/study';
import { MOST_LEFT_OUT } from '../measure/trial-answers.ts';
import { PRIMARY } from '../measure/trial-comparison.ts';
import { POOL_CALIBRATIONS } from '../measure/trial-measures.ts';
import type { TrialConfiguration, TrialGroup } from './trial-configuration.ts';
import type { RecordedChoice } from './trial-recorded.ts';

/**
 * Everything that determines the result of a trial, and nothing else, as JSON. It contains no address and no secret; other
 * request settings are included as a hash.
 */
export type TrialProtocol = Readonly<Record<string, unknown>>;

export interface ProtocolBank {
  readonly summary: BankSummary;
  /** SHA-256 of the bank with its recorded answers. */
  readonly fingerprint: string;
  /** The items of the trial. */
  readonly ids: readonly string[];
  readonly recorded: readonly RecordedChoice[];
}

/** The protocol of a trial on a bank. */
export function trialProtocol(
  { pools, heldOut, rung, form, seed }: TrialConfiguration,
  { summary, fingerprint, ids, recorded }: ProtocolBank,
): TrialProtocol {
  const { synthesis } = heldOut;
  const { prompt, wording, mode, reading } = synthesisRun(summary, synthesis);
  const [{ variants }] = synthesis.participants;
  return {
    version: 'trial-1',
    bank: { name: summary.name, fingerprint },
    items: ids,
    pools: pools.map((group) => ({
      name: group.pool,
      models: modelsOf(group),
      samples: group.samples,
      participants: group.synthesis.participants,
    })),
    heldOut: modelsOf(heldOut),
    recorded,
    // Plain JSON, so that it is the same when read back.
    prompt: JSON.parse(JSON.stringify({ ...(prompt as object), variants })),
    wording,
    mode,
    reading,
    seed,
    fit: { rung, ...FIT_ROUNDS },
    calibrations: Object.keys(POOL_CALIBRATIONS),
    measures: MEASURES,
    difficulties: 'of a calibration on all held-out models',
    form,
    primary: PRIMARY,
    interval: "95%, Student's t over pools",
    mostItemsLeftOut: MOST_LEFT_OUT,
  };
}

/** SHA-256 of a protocol, as 64 hexadecimal digits. */
export function protocolHash(protocol: TrialProtocol): string {
  return configurationHash(protocol);
}

function modelsOf({ synthesis, families }: TrialGroup) {
  return synthesis.models.map((endpoint, k) => ({
    name: endpoint.name,
    model: endpoint.model,
    family: families[k],
    sampling: endpoint.sampling,
    settings: settingsHash(endpoint),
  }));
}

function settingsHash({
  baseUrl,
  systemPrompt,
  extraBody,
  extraHeaders,
}: SynthesisConfiguration['models'][number]): string {
  return configurationHash({ baseUrl, systemPrompt, extraBody, extraHeaders });
}
