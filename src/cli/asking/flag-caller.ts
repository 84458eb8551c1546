import { FIELD_WORDS } from '../../examinee/endpoint/configuration/setting-words.ts';
import type { Caller } from '../../workflow/asking/caller.ts';
import type { EndpointFeedback } from './endpoint-feedback.ts';

/** The command line as a caller. @param wordsOf the settings of models; by default they stand in a file of configuration */
export function flagCaller(
  feedback: EndpointFeedback,
  wordsOf: Caller['wordsOf'] = () => FIELD_WORDS,
): Caller {
  const { onNotice } = feedback;
  return { budget: '--budget', pool: '--pool', resume: '--resume', wordsOf, onNotice };
}
