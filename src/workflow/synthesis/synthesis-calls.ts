import { callConversation, keptOutput } from '../../../calibration/synthesize/call-conversation.ts';
import { callEndpoint } from '../../../calibration/synthesize/call-endpoint.ts';
import type { SynthesisCall, SynthesisPlan } from '../../../calibration/synthesize/calls.ts';
import type { SynthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { mostOfTurns } from '../../examinee/endpoint/cost/most-cost.ts';
import type { Examinee, ReplyCache } from '../../examinee/examinee.ts';
import { endpointGates } from '../../examinee/gate/endpoint-gates.ts';
import { type EndpointExaminee, openAiExaminee } from '../../examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import type { Conversation } from '../../prompt/conversation.ts';
import type { ChatMessage } from '../../prompt/message.ts';
import type { ReadAnswer } from '../../run/ask-conversation.ts';
import type { RunCall, Said } from '../../run/run-calls.ts';
import type { TooLong } from '../../scoring/absent.ts';
import { scoreOutput } from '../../scoring/score-output.ts';
import { type Caller, LIBRARY } from '../asking/caller.ts';

/** The examinees for the calls of a plan. */
export interface Askers {
  /** Of the model of a call at that endpoint. @throws KEY_MISSING if endpoints are asked */
  examineeOf(
    call: Pick<SynthesisCall, 'model' | 'temperature'>,
    endpoint: EndpointConfiguration,
  ): Examinee;
  /** Requests since they were made that were worth another one, by reason. */
  retries(): Readonly<Record<string, number>>;
  /** Dollars of requests since they were made that came to nothing, at most. */
  lostCost?(): number;
  /** Lowers the limits of endpoints: of two the lower one holds. */
  tighten?(endpoints: readonly EndpointConfiguration[]): void;
}

/** Asks endpoints: one examinee a model and temperature. @param tooLongOf what becomes of a question that is longer than the context of a model */
export function endpointAskers(
  { seed }: Pick<SynthesisConfiguration, 'seed'>,
  cache: ReplyCache,
  { onNotice, wordsOf }: Caller = LIBRARY,
  tooLongOf: (model: string) => TooLong = () => 'wrong',
): Askers {
  const gateOf = endpointGates(SYSTEM_CLOCK);
  const examinees = new Map<string, EndpointExaminee>();
  const examineeOf: Askers['examineeOf'] = (call, endpoint) => {
    const key = JSON.stringify([call.model, call.temperature]);
    const known = examinees.get(key);
    if (known !== undefined) return known;
    const examinee = openAiExaminee(endpoint, {
      ...SYSTEM_CLOCK,
      env: process.env,
      seed: `${seed}`,
      cache,
      gate: gateOf(endpoint),
      log: () => {},
      words: wordsOf(endpoint.name),
      tooLong: tooLongOf(call.model),
      ...(onNotice && { notice: onNotice }),
    });
    examinees.set(key, examinee);
    return examinee;
  };
  const retries = () => {
    const sums: Record<string, number> = {};
    for (const { counts } of examinees.values())
      for (const [reason, times] of Object.entries(counts.retries))
        sums[reason] = (sums[reason] ?? 0) + times;
    return sums;
  };
  const lostCost = () =>
    [...examinees.values()].reduce((sum, { counts }) => sum + counts.lostCost, 0);
  const tighten = (endpoints: readonly EndpointConfiguration[]) => {
    for (const endpoint of endpoints) gateOf(endpoint);
  };
  return { examineeOf, retries, lostCost, tighten };
}

/** The calls of a plan as they are asked. @throws what `examineeOf` throws */
export function synthesisCalls(
  { calls, before }: SynthesisPlan,
  { models, language, mode }: SynthesisConfiguration,
  { examineeOf }: Askers,
): RunCall[] {
  return calls.map((call, k) => {
    const endpoint = callEndpoint(models, call);
    return {
      id: call.id,
      model: call.model,
      before: before[k],
      examinee: examineeOf(call, endpoint),
      repeat: call.repeat,
      // Two generators may give the same text; the answers to both are separate draws, in any order of asking.
      ...(call.stage === 'generate' ? {} : { draw: call.id }),
      conversation: (item, seen) => callConversation(call, item, seen, language),
      most: (conversation) => mostOfTurns(endpoint, questionsOf(conversation)),
      read: (item, said) => readCall(call, item, said, mode),
    };
  });
}

/** The messages of each question, without the answers before it. */
export function* questionsOf(conversation: Conversation): Generator<readonly ChatMessage[]> {
  for (let turn = 0; turn < conversation.turns; turn++)
    yield conversation.next(Array<string>(turn).fill('')).messages;
}

/** From a criticism, the critic's own answer is extracted to see whether it is right; the criticism of a case has none. */
function readCall(
  call: SynthesisCall,
  item: Item,
  { outputs, cut }: Said,
  mode: SynthesisConfiguration['mode'],
): ReadAnswer {
  const output = keptOutput(call, item, outputs);
  if (item.type === 'case' && call.stage === 'debate')
    return { output, extracted: null, rule: 'none', reason: 'none', score: 0 };
  return { ...scoreOutput(item, item.type === 'case' ? outputs : output, { mode, cut }), output };
}
