import { endpointGates } from '../../examinee/gate/endpoint-gates.ts';
import { openAiExaminee } from '../../examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import type { Judges } from '../../files/judges/read-judges.ts';
import type { JudgePanel } from '../../run/judges/judge-panel.ts';
import type { RunReplies } from '../../run/run-replies.ts';
import type { Caller } from './caller.ts';

/** The judges of a run, whose replies are kept with it as those of its models are. */
export function judgePanel(
  { judges, rubrics }: Judges,
  replies: RunReplies,
  seed: number,
  caller: Caller,
): JudgePanel {
  const gateOf = endpointGates(SYSTEM_CLOCK);
  return {
    rubrics,
    judges: judges.map((configuration) => ({
      configuration,
      examinee: openAiExaminee(configuration, {
        ...SYSTEM_CLOCK,
        env: process.env,
        seed: `${seed}, judge ${configuration.name}`,
        cache: replies,
        gate: gateOf(configuration),
        log: () => {},
        ...(caller.onNotice && { notice: caller.onNotice }),
      }),
    })),
  };
}
