import type { Item } from '../../item-bank/items/item.ts';
import type { Conversation } from '../../src/prompt/conversation.ts';
import { debateConversation } from '../../src/prompt/debate/debate.ts';
import { generateConversation } from '../../src/prompt/debate/generate.ts';
import { reflectConversation } from '../../src/prompt/debate/reflect.ts';
import type { PromptLanguage } from '../../src/prompt/prompt.ts';
import type { SynthesisCall } from './calls.ts';

/**
 * What is asked in a call: one question, or those of a case one after another.
 * @param seen the outputs of the calls it sees, in the order of `after`, as they are kept; one that an endpoint refused is
 *   empty, and is shown as nothing said
 * @param language undefined: that of the item
 */
export function callConversation(
  { stage, variant }: Pick<SynthesisCall, 'stage' | 'variant'>,
  item: Item,
  seen: readonly string[],
  language?: PromptLanguage,
): Conversation {
  const options = { variant, language };
  if (stage === 'generate') return generateConversation(item, options);
  const answers = answersOf(item, seen[0]);
  if (stage === 'debate') return debateConversation(item, answers, options);
  return reflectConversation(item, answers, seen[1], options);
}

/**
 * The output of a call as it is kept: that of its only question; of a case, but for the criticism of one, the JSON list of its
 * outputs, as in any run.
 */
export function keptOutput(
  { stage }: Pick<SynthesisCall, 'stage'>,
  item: Item,
  outputs: readonly string[],
): string {
  return item.type === 'case' && stage !== 'debate' ? JSON.stringify(outputs) : (outputs[0] ?? '');
}

function answersOf(item: Item, kept: string): readonly string[] {
  return item.type === 'case' ? (JSON.parse(kept) as string[]) : [kept];
}
