import type { ItemDraft } from '../item-draft.ts';
import { bareLetters } from '../letters.ts';
import { fieldsByName, letterColumns } from '../recognise/recognise-fields.ts';
import { Rejection } from '../records/records.ts';
import type { HarnessSample } from './harness-sample.ts';
import { harnessTarget } from './harness-target.ts';
import {
  type Labelled,
  labelled,
  loggedColumns,
  loggedOptions,
  targetLetters,
} from './logged-choices.ts';
import { loggedTags } from './logged-tags.ts';

type Doc = Readonly<Record<string, unknown>>;

/** Fields of documents that are the question, best first. */
const STEMS = ['question', 'query', 'problem', 'Question', 'input', 'prompt', 'goal', 'sentence'];
const OPTIONS = ['options', 'choices', 'endings', 'candidates'];
const CONTEXTS = ['passage', 'context', 'support', 'article'];
/** Fields that say the key once more, or tell records apart: no tags. */
const NO_TAGS = ['answer', 'answer_index', 'answerKey', 'label', 'gold', 'target', 'id'].concat([
  'question_id',
  'ind',
  'cot_content',
  'Answer',
  'cop',
]);

/**
 * What a line of lm-evaluation-harness says of an item: the logged document where it has a question and options under
 * usual names, in a list or in columns; else what the model was sent: the context, and for multiple choice the
 * continuations.
 * @throws Rejection
 */
export function harnessDraft(sample: HarnessSample, task: string): ItemDraft {
  const doc: Doc =
    typeof sample.doc === 'object' && sample.doc !== null && !Array.isArray(sample.doc)
      ? (sample.doc as Doc)
      : {};
  const stemField = STEMS.find((name) => isText(doc[name]));
  const contextField = CONTEXTS.find((name) => isText(doc[name]));
  const requests = requestsOf((sample as { arguments?: unknown }).arguments);
  const sent = requests[0]?.context;
  const stem = stemField === undefined ? sent : (doc[stemField] as string);
  if (stem === undefined) throw new Rejection('neither a question in doc nor arguments');
  const continuations = requests.map(({ continuation }) => continuation);
  const isChoice = continuations.length > 1 && continuations.every((text) => text !== undefined);
  const offered = isChoice ? (continuations as string[]) : [];
  const columns = letterColumns(fieldsByName(Object.keys(doc))) ?? [];
  const choices = choicesOf(doc, columns, offered);
  const without = new Set([...STEMS, ...OPTIONS, ...CONTEXTS, ...NO_TAGS, ...columns]);
  const draft = {
    stem,
    ...(stemField !== undefined &&
      contextField !== undefined && { context: String(doc[contextField]) }),
    tags: { ...loggedTags(doc, without), task },
  };
  const { target } = sample;
  if (choices === undefined) {
    const key = (Array.isArray(target) ? target : [target]).filter(isAnswer).map(String);
    if (key.length === 0) throw new Rejection('no target');
    return { ...draft, type: 'open', key };
  }
  const areLettersSent = bareLetters(offered);
  const key = targetLetters(target, (one) =>
    harnessTarget(one, choices, { doc, isChoice, areLettersSent }),
  );
  const type = key.length > 1 ? 'multiple' : 'single';
  return { ...draft, type, options: choices.options, key };
}

/**
 * The options: a field of the document, its columns, or what was offered; undefined for an open question. Letters alone,
 * as prompts that list the options offer them, are none.
 * @throws Rejection where options were offered, and none are found
 */
function choicesOf(
  doc: Doc,
  columns: readonly string[],
  offered: readonly string[],
): Labelled | undefined {
  const found = [
    ...OPTIONS.map((name) => loggedOptions(doc[name])),
    loggedColumns(doc, columns, offered.length),
    offered.length > 1 && new Set(offered).size === offered.length
      ? labelled(offered, [])
      : undefined,
  ].filter((choices) => choices !== undefined);
  const choices = found.find(({ options }) => !bareLetters(Object.values(options)));
  if (choices !== undefined) return choices;
  if (found.length > 0)
    throw new Rejection('options that are only letters, without their texts in doc');
  if (offered.length > 0) throw new Rejection('options that are not a list of texts');
  return undefined;
}

/** What the model was sent: `[[context, continuation], …]`, in newer logs `{gen_args_0: {arg_0, arg_1}, …}`. */
function requestsOf(value: unknown): { context?: string; continuation?: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).map((request) => {
    const parts = typeof request === 'object' && request !== null ? Object.values(request) : [];
    const [context, continuation] = parts;
    return {
      ...(isText(context) && { context }),
      ...(typeof continuation === 'string' && { continuation }),
    };
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isAnswer(value: unknown): boolean {
  return isText(value) || typeof value === 'number' || typeof value === 'boolean';
}
