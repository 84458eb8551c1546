import { valuesSpelt } from '../../../item-bank/taxonomies/find-value.ts';
import { spelling } from '../../../item-bank/taxonomies/spelling.ts';
import type { TaxonomyLevel, TaxonomyValue } from '../../../item-bank/taxonomies/taxonomy.ts';
import { objectsIn } from '../judge/objects-in.ts';
import { visibleReply } from '../judge/visible-reply.ts';
import type { LabelFault } from './wording.ts';

/** The labels that a model can choose from. */
export interface LabelChoices {
  readonly level: TaxonomyLevel;
  /** Values of the level: all, or those below one value of the level above. */
  readonly values: readonly TaxonomyValue[];
  /** Whether "none fits" is a label too. */
  readonly mayFitNone: boolean;
}

/** What replies come to. */
export type ReadLabel =
  /** `label` null: none fits. */
  | {
      readonly kind: 'label';
      readonly label: string | null;
      readonly rule: 'json' | 'text' | 'again';
    }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'unreadable'; readonly fault: LabelFault };

/** Reads the label from a model's replies: the first that has one, or refuses. Anything that is not one of the choices is none. */
export function readLabel(outputs: readonly string[], choices: LabelChoices): ReadLabel {
  let last: ReadLabel = { kind: 'unreadable', fault: 'empty' };
  for (const [k, output] of outputs.entries()) {
    last = readReply(output, choices);
    if (last.kind === 'label') return k === 0 ? last : { ...last, rule: 'again' };
    if (last.kind === 'refusal') return last;
  }
  return last;
}

/** Names of the field that has the label. */
const FIELDS = new Set(['label', 'labels', '标签', 'answer', 'value'].map(spelling));
const LABEL_LINE = /^\W*(?:label|标签)\W*[:：]\s*(.+)$/gim;
const NONE_FORMS = new Set(
  [
    'N/A',
    'NA',
    'none',
    'none of these',
    'does not fit',
    'no label fits',
    '不符合',
    '无',
    '都不符合',
    '不适用',
  ].map(spelling),
);
const REFUSAL =
  /\b(?:I(?:'|’)?m sorry|I apologi[sz]e|(?:I )?(?:can(?:'|’)?t|cannot|can not|am unable to|won(?:'|’)?t) (?:help|assist|provide|answer|comply|label|do (?:that|this))|against (?:my|our) (?:policy|guidelines))|抱歉|对不起|无法(?:提供|回答|协助|完成|标注)|不能(?:提供|回答|协助)|拒绝回答/i;
/** Characters of a reply that is looked through for a refusal, and of a reply that is a label as a whole. */
const LONGEST_REFUSAL = 1000;
const LONGEST_LABEL = 600;

function readReply(output: string, choices: LabelChoices): ReadLabel {
  const text = visibleReply(output);
  if (text === null) return { kind: 'unreadable', fault: 'unfinished' };
  if (text === '') return { kind: 'unreadable', fault: 'empty' };
  const named = objectsIn(text).flatMap(({ fields }) =>
    fields.flatMap(([name, value]) => (FIELDS.has(spelling(name)) ? [value] : [])),
  );
  if (named.length > 0)
    return oneOf(
      named.map((value) => (typeof value === 'string' ? value : '')),
      choices,
      'json',
    );
  const lines = [...text.matchAll(LABEL_LINE)].map(([, label]) => label);
  const given = lines.length > 0 ? lines : text.length <= LONGEST_LABEL ? [text] : [];
  const read = oneOf(given, choices, 'text');
  if (read.kind === 'label') return read;
  if (REFUSAL.test(text.slice(0, LONGEST_REFUSAL))) return { kind: 'refusal' };
  return lines.length > 0 ? read : { kind: 'unreadable', fault: 'no-label' };
}

/** @param given texts that are each to be a label */
function oneOf(given: readonly string[], choices: LabelChoices, rule: 'json' | 'text'): ReadLabel {
  const found = given.map((text) => labelOf(text, choices));
  const labels = new Set(found.filter((label) => label !== undefined));
  if (labels.size > 1) return { kind: 'unreadable', fault: 'several' };
  const [label] = labels;
  return label === undefined || found.includes(undefined)
    ? { kind: 'unreadable', fault: 'unknown' }
    : { kind: 'label', label, rule };
}

/**
 * The value that a text spells: by its id, its names, its abbreviation, or its id with the name behind it, as the prompt lists them.
 * Null for "none fits", undefined for anything else, such as a value that is no choice.
 */
function labelOf(
  text: string,
  { level, values, mayFitNone }: LabelChoices,
): string | null | undefined {
  const own = new Set(values.map(({ id }) => id));
  const [begin] = text.split(/[:：]/, 1);
  for (const form of [text, ...(begin === text ? [] : [begin])]) {
    const spelt = new Set(
      valuesSpelt(level, form)
        .map(({ id }) => id)
        .filter((id) => own.has(id)),
    );
    if (spelt.size === 1) return [...spelt][0];
    if (mayFitNone && NONE_FORMS.has(spelling(form))) return null;
  }
  return undefined;
}
