import { z } from 'zod';
import { imageText } from '../../item-bank/items/images/image.ts';
import { plainLines } from '../plain-text.ts';
import { messageBody } from '../prompt/message-body.ts';
import { ALL_VARIANTS, PROMPT_LANGUAGES } from '../prompt/prompt.ts';
import { CASE_HISTORIES } from '../prompt/seal-prompt.ts';
import { itemPrompt } from '../workflow/asking/item-prompt.ts';
import { seed, shortText, wholeNumber } from './fields.ts';
import { operation } from './operation.ts';

const ITEM = { group: 'The item' };
const PROMPT = { group: 'The prompt' };

export const prompt = operation({
  name: 'prompt',
  summary: 'Show exactly what a model is sent to answer an item.',
  help: `
Examples:
  thetarank prompt --bank mine --item q70
  thetarank prompt --bank mine --item q70 --variant answer-only --shots 5 --shots-from split=dev
  thetarank prompt --bank mine --item q70 --variant letter --shots 5
  thetarank prompt --bank mine --item case3 --answer "the first answer" --history own --json

The last message is the question; its pictures are shown by kind and size, and with --json as they are sent; the messages before it are a system message and worked examples. The version and the
hash of the prompt are kept with every answer. For a case, the turn after the answers given is shown; without --answer the
first one. Base models continue a text: with --variant letter or cloze the text is shown, and the options that are scored after
it.`,
  options: z.object({
    bank: shortText.describe('a bank with question text').meta({ ...ITEM, value: 'name' }),
    item: z
      .string()
      .describe('an item of the bank')
      .meta({ ...ITEM, value: 'id' }),
    answer: z
      .array(z.string())
      .optional()
      .describe('an answer to each earlier question of a case; it is shown with --history own')
      .meta({ ...ITEM, value: 'text', isVariadic: true }),
    variant: z
      .enum(ALL_VARIANTS)
      .default('cot')
      .describe('the prompt')
      .meta({ ...PROMPT, value: 'name' }),
    language: z
      .enum(PROMPT_LANGUAGES)
      .optional()
      .describe("language of the prompt (default: the item's)")
      .meta({ ...PROMPT, value: 'name' }),
    shots: wholeNumber(0)
      .default(0)
      .describe('worked examples before the question')
      .meta({ ...PROMPT, value: 'k' }),
    shotsFrom: z
      .string()
      .default('split=dev')
      .describe('tag value of the items that serve as examples')
      .meta({ ...PROMPT, value: 'tag=value' }),
    seed: seed.describe('number that fixes the choice of examples').meta(PROMPT),
    system: z.string().optional().describe('system message').meta(PROMPT),
    history: z
      .enum(CASE_HISTORIES)
      .optional()
      .describe(
        "what stands after the earlier questions of a case: their reference answers, or the model's own (default: reference)",
      )
      .meta({ ...PROMPT, value: 'kind' }),
  }),
  database: 'existing',
  outputs: ['json'],
  async run(request, { store }) {
    const { version, hash, messages, continuations } = await store((open) =>
      itemPrompt(open, request),
    );
    return {
      ...{ item: request.item, version, hash },
      ...{ messages: messages.map(messageBody), continuations },
    };
  },
  text: ({ version, hash, messages, continuations = [] }) =>
    [
      ...messages.flatMap(({ role, content }) => [
        `--- ${role} ---`,
        ...(typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content).map(
          (part) =>
            part.type === 'text'
              ? plainLines(part.text)
              : `[image: ${plainLines(imageText(part.image_url.url))}]`,
        ),
        '',
      ]),
      // In quotes, because each begins with a space.
      ...(continuations.length === 0
        ? []
        : [
            '--- scored after it ---',
            ...continuations.map((text) => JSON.stringify(plainLines(text))),
            '',
          ]),
      `--- version ${version}, hash ${hash} ---\n`,
    ].join('\n'),
  report: () => ({}),
});
