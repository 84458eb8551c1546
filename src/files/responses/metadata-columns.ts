import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';

/** Names of columns that hold a property of models, where each column is an item. */
const METADATA = new RegExp(
  `^(?:${[
    '(?:is_|has_)?open(?:_weights?|_source|ness|weights?|source)|proprietary|closed(?:_source|_weights?)?|simulated|family',
    'release(?:d|_date|_year|_month)?|year(?:_released)?|date|timestamp|submitted|submission_date|(?:knowledge_|training_)?cutoff(?:_date)?',
    'licen[cs]e|(?:n_|num_|total_|active_)?param(?:s|eters|_count|eter_count)?(?:_b|_m|_billions?)?|model_(?:size|type|family|id)|size_b',
    '(?:max_)?context(?:_length|_window|_size|_tokens)?|(?:train|training)_(?:tokens|data|compute|flops)|flops|architecture|base_model',
    'organi[sz]ation|org|developer|provider|vendor|creator|country|url|link|website|api_only|notes?|comments?|rank|elo',
    '(?:input_|output_|total_)?(?:price|cost)(?:_usd|_per_.*)?|latency(?:_m?s)?|throughput|tokens_per_second',
    'quanti[sz](?:ed|ation)|(?:is_)?(?:moe|instruct|instruction_tuned|chat|multimodal|fine_?tuned|quanti[sz]ed)|is_reasoning|reasoning_model',
  ].join('|')})$`,
);
const SHOWN = 8;
const MARK = "'";

/** Which columns are by their name a property of models and no item. */
export function seemMetadata(names: readonly string[]): boolean[] {
  return names.map((name) => {
    const word = name
      .replace(/^'+/, '')
      .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_');
    return METADATA.test(word.replaceAll(/^_+|_+$/g, ''));
  });
}

/** The names as a header has them: an apostrophe says that a column is an item all the same. */
export function asItemColumns(names: readonly string[]): string[] {
  const marked = seemMetadata(names);
  return names.map((name, k) => (marked[k] ? `${MARK}${name}` : name));
}

/**
 * The names of the items in a header.
 * @returns or, of columns that seem to be a property of models, what was found and what is accepted
 */
export function itemsOf(
  names: readonly string[],
): readonly string[] | { readonly found: string; readonly accepted: string } {
  const suspect = seemMetadata(names);
  const refused = names.filter((name, k) => suspect[k] && !name.startsWith(MARK));
  if (refused.length === 0)
    return names.map((name, k) => (suspect[k] ? name.slice(MARK.length) : name));
  const more = refused.length > SHOWN ? `, … (${refused.length} in all)` : '';
  return {
    found: `${refused.slice(0, SHOWN).map(quoted).join(', ')}${more}, by the name a property of models and no item`,
    accepted: `one column per item: leave out this one; or, if it is an item, write ${quoted(`${MARK}${refused[0]}`)}`,
  };
}

/** @throws FILE_INVALID for columns that seem to be a property of models */
export function checkedItems(
  file: string,
  line: number,
  names: readonly string[],
): readonly string[] {
  const items = itemsOf(names);
  return 'found' in items ? fail('FILE_INVALID', { file, where: `line ${line}`, ...items }) : items;
}
