import { stringify } from 'yaml';
import type { AskedQuestion } from './asked-question.ts';

export interface PromptfooForm {
  readonly bank: string;
  readonly questions: readonly AskedQuestion[];
  /** The model and its address, if the configuration is to name them. */
  readonly model?:
    | { readonly name: string; readonly model: string; readonly baseUrl: string }
    | undefined;
}

const PROMPT = JSON.stringify([{ role: 'user', content: '{{thetarank_question}}' }]);

/**
 * How promptfoo scores an output: the letters of the last statement of an answer, else of the last box, after a thinking block; else
 * those of a line that has nothing else, or of the only line that begins as an option does. Right if they are those of the key. An
 * answer that leaves a choice open ("A or B") has no letters. It is text because promptfoo runs it where nothing else of thetarank is.
 */
const SCORE = String.raw`const text = String(output).replace(/<think>[\s\S]*?<\/think>/gi, '');
const letters = '([A-Z](?:(?:\\s*[,、&]\\s*|\\s+and\\s+|\\s*)[A-Z])*)(?![A-Za-z]|\\s*[,、&]\\s*[A-Z])';
const open = '(?!\\s*[)）]?\\s*(?:or|或)\\b)';
const stated = [...text.matchAll(new RegExp('(?:[Aa]nswers?|ANSWERS?|(?:[Cc]orrect|[Rr]ight) (?:[Oo]ption|[Cc]hoice)|答案)[\\s*_]*(?:is|are|IS|ARE|should be|是|为|选)?[\\s*_$:：]*(?:[Oo]ptions?[\\s*_]*)?(?:\\\\boxed\\{|\\\\text\\{)*[(（[【]?\\s*' + letters + open, 'g'))].at(-1)?.[1];
const boxed = [...text.matchAll(new RegExp('\\\\boxed\\{(?:\\\\text\\{)?\\s*[(（]?' + letters + '[)）]?\\s*\\}', 'g'))].at(-1)?.[1];
const alone = text.match(new RegExp('^[\\s*_]*[(（]?' + letters + '[)）]?[.。]?[\\s*_]*$', 'm'))?.[1];
const leading = [...new Set([...text.matchAll(/^[\s*_]*[(（]?([A-Z])[)）.:：、](?=[\s*_]|$)/gm)].map((match) => match[1]))];
const found = [...new Set((stated ?? boxed ?? alone ?? (leading.length === 1 ? leading[0] : '')).replace(/[^A-Z]/g, ''))].sort().join('');
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
      tests: questions.map(({ item, messages }) => ({
        description: item.id,
        metadata: { item: item.id },
        vars: { thetarank_question: messages.at(-1)!.content, thetarank_key: item.key.join('') },
      })),
    },
    { lineWidth: 0 },
  );
}
