import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { Examinee } from '../../examinee/examinee.ts';
import { endpointGates } from '../../examinee/gate/endpoint-gates.ts';
import { openAiExaminee } from '../../examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import type { RunReplies } from '../../run/run-replies.ts';
import type { Caller } from './caller.ts';

/** Who asks for the embeddings of a run: replies are kept with it as those of its models are. Undefined without an endpoint. */
export function embedderOf(
  embeddings: EndpointConfiguration | undefined,
  replies: RunReplies,
  seed: number,
  caller: Caller,
): Examinee | undefined {
  if (embeddings === undefined) return undefined;
  return openAiExaminee(embeddings, {
    ...SYSTEM_CLOCK,
    env: process.env,
    seed: `${seed}, embeddings ${embeddings.name}`,
    cache: replies,
    gate: endpointGates(SYSTEM_CLOCK)(embeddings),
    log: () => {},
    ...(caller.onNotice && { notice: caller.onNotice }),
  });
}
