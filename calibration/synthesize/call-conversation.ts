import type { Item } from '../../item-bank/items/item.ts';
import type { Conversation } from '../../src/prompt/conversation.ts';
import { debateConversation } from '../../src/prompt/debate/debate.ts';
import { generateConversation } from '../../src/prompt/debate/generate.ts';
import { reflectConversation } from '../../src/prompt/debate/reflect.ts';
import type { PromptLanguage } from '../../src/prompt/prompt.ts';
import type { SynthesisCall } from './calls.ts';

/**
 * The conversation of a call: one question, or the questions of a case one after another.
 * @param seen the kept outputs of the calls that it sees, in the order of `after`; an output that an endpoint refused is empty
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
 * The output of a call as it is kept: that of its only question. For a case, except its criticism, it is the JSON list of its
 * outputs, as in every run.
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
