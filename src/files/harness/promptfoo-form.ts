import { stringify } from 'yaml';
import type { Item } from '../../../item-bank/items/item.ts';

/** A choice question with what a model is sent for it. */
export interface PromptfooQuestion {
  readonly item: Item;
  readonly question: string;
}

export interface PromptfooForm {
  readonly bank: string;
  readonly questions: readonly PromptfooQuestion[];
  /** The model and its address, if the configuration is to name them. */
  readonly model?:
    | { readonly name: string; readonly model: string; readonly baseUrl: string }
    | undefined;
}

const PROMPT = JSON.stringify([{ role: 'user', content: '{{thetarank_question}}' }]);

/**
 * How promptfoo scores an output: the letters of the last statement of an answer, after a thinking block, else those of a line that has
 * nothing else; right if they are those of the key.
 */
const SCORE = `const text = String(output).replace(/<think>[\\s\\S]*?<\\/think>/g, '');
const stated = [...text.matchAll(/(?:answers? (?:is|are)|answer|答案)(?:\\s*(?:是|为|[:：]))?[\\s*$]*(?:\\\\boxed\\{)?[(（[]?\\s*([A-Z](?:[\\s,、]*[A-Z])*)(?![A-Za-z])/g)].at(-1)?.[1];
const alone = text.match(/^[\\s*]*[(（]?([A-Z](?:[\\s,、]*[A-Z])*)[)）]?[.。]?[\\s*]*$/m)?.[1];
const found = [...new Set((stated ?? alone ?? '').replace(/[^A-Z]/g, ''))].sort().join('');
const key = context.vars.thetarank_key;
return { pass: found === key, score: found === key ? 1 : 0, reason: 'answer ' + (found || 'none') + ', key ' + key };
`;

/**
 * A configuration of promptfoo (YAML) that asks these questions and scores them: a test per item with its prompt and key, and the
 * ids of bank and item as metadata, by which its results are matched again.
 *
 * promptfoo runs prompts through its templates: with variables in a prompt that is JSON, it does so with the prompt alone, so that
 * questions may have braces.
 */
export function promptfooConfiguration({ bank, questions, model }: PromptfooForm): string {
  return stringify(
    {
      description: `${questions.length} items of ${bank}, chosen by thetarank`,
      prompts: [{ id: 'thetarank', label: 'thetarank', raw: PROMPT }],
      ...(model === undefined
        ? {}
        : {
            providers: [
              {
                id: `openai:chat:${model.model}`,
                label: model.name,
                config: { apiBaseUrl: model.baseUrl, temperature: 0 },
              },
            ],
          }),
      sharing: false,
      defaultTest: {
        metadata: { bank },
        assert: [{ type: 'javascript', value: SCORE }],
      },
      tests: questions.map(({ item, question }) => ({
        description: item.id,
        metadata: { item: item.id },
        vars: { thetarank_question: question, thetarank_key: item.key.join('') },
      })),
    },
    { lineWidth: 0 },
  );
}
