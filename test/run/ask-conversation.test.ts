import { expect, it } from 'vitest';
import type { Examinee, Reply } from '../../src/examinee/examinee.ts';
import type { Conversation } from '../../src/prompt/conversation.ts';
import { askConversation } from '../../src/run/ask-conversation.ts';

const reply = (output: string, refused: string | null = null): Reply => ({
  output,
  thinking: null,
  finishReason: 'stop',
  tokens: { prompt: 1, completion: 1, reasoning: 0 },
  cost: 0,
  latency: 0,
  attempts: 1,
  cached: false,
  refused,
});

/** Says `reply 1`, `reply 2`, …; the one of number `refuses` is refused. */
function counting(refuses = 0): Examinee & { asked: number } {
  return {
    name: 'counting',
    asked: 0,
    ask() {
      this.asked++;
      return Promise.resolve(
        this.asked === refuses ? reply('', 'too long') : reply(`reply ${this.asked}`),
      );
    },
  };
}

function threeTurns(isOver?: Conversation['isOver']): Conversation {
  return {
    turns: 3,
    next: (answers) => ({
      version: `turn-${answers.length}`,
      messages: [{ role: 'user', content: answers.join('|') }],
      hash: '',
    }),
    ...(isOver === undefined ? {} : { isOver }),
  };
}

async function outputs(conversation: Conversation, examinee = counting()) {
  const { version, replies } = await askConversation(
    examinee,
    { item: 'x', repeat: 0 },
    conversation,
  );
  expect(version).toBe('turn-0');
  expect(examinee.asked).toBe(replies.length);
  return replies.map(({ output }) => output);
}

it('asks all questions of a conversation that does not say when it is over', async () => {
  expect(await outputs(threeTurns())).toEqual(['reply 1', 'reply 2', 'reply 3']);
});

it('asks no further question once a conversation is over, and shows it all outputs', async () => {
  const seen: string[][] = [];
  const over = threeTurns((given) => seen.push([...given]) === 2);
  expect(await outputs(over)).toEqual(['reply 1', 'reply 2']);
  expect(seen).toEqual([['reply 1'], ['reply 1', 'reply 2']]);
});

it('asks at most the turns of a conversation that is never over, and nothing after a refusal', async () => {
  expect(await outputs(threeTurns(() => false))).toHaveLength(3);
  expect(
    await outputs(
      threeTurns(() => false),
      counting(2),
    ),
  ).toEqual(['reply 1', '']);
});
