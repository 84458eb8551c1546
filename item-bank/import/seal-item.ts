import { present } from '../../src/present.ts';
import { contentHash } from '../items/content-hash.ts';
import type { Item } from '../items/item.ts';
import { problemsText, validateItem } from '../items/validate-item.ts';
import type { ItemDraft, Provenance } from './item-draft.ts';
import { hasProtoField, PROTO_REASON, Rejection } from './records/records.ts';

/** Digits of the hash in an id made of it: 64 bits, so that among a million items none meet by chance. */
const ID_DIGITS = 16;

/**
 * A new item (version 1, active) of what a file says of it. Line ends become LF, blanks around texts are dropped,
 * blank options and tags left out. Options whose texts are their own letters are refused: files have such where the texts
 * are elsewhere, in a picture or in a prompt. An item that is there already may have them.
 * @param prefix begins the id where the draft has none: `<prefix>-<first 16 digits of the hash>`
 * @throws Rejection where it is no valid item
 */
export function sealItem(draft: ItemDraft, provenance: Provenance, prefix: string): Item {
  // A column of a CSV file, or a list in JSON within a cell.
  if (hasProtoField([draft.tags, draft.options])) throw new Rejection(PROTO_REASON);
  const options = Object.entries(draft.options ?? {}).filter(([, text]) => text.trim() !== '');
  if (options.length > 1 && options.every(([letter, text]) => text.trim() === letter.trim()))
    throw new Rejection('options: every text is only its letter');
  const content = {
    type: draft.type,
    ...present({ context: tidy(draft.context) }),
    stem: tidy(draft.stem) ?? '',
    ...present({ options: draft.options && tidyRecord(draft.options) }),
    key: draft.key.map(tidyPart) as Item['key'],
    ...present({ metric: draft.metric, images: draft.images }),
  };
  const hash = contentHash(content);
  const { item, problems } = validateItem({
    id: tidy(draft.id) ?? `${prefix}-${hash.slice(0, ID_DIGITS)}`,
    version: 1,
    status: 'active',
    ...content,
    ...present({ explanation: tidy(draft.explanation), human: draft.human }),
    tags: tidyRecord(draft.tags ?? {}),
    ...provenance,
    hash,
  });
  if (item === undefined) throw new Rejection(problemsText(problems));
  return item;
}

/** The text without blanks around it, its line ends LF; undefined where that leaves nothing. */
function tidy(text: string | undefined): string | undefined {
  const tidied = text?.replaceAll(/\r\n?/g, '\n').trim();
  return tidied === '' ? undefined : tidied;
}

type KeyPart = string | { question: string; answers: string[] };

function tidyPart(part: KeyPart): KeyPart {
  if (typeof part === 'string') return tidy(part) ?? '';
  const answers = part.answers.map((answer) => tidy(answer) ?? '');
  return { question: tidy(part.question) ?? '', answers };
}

function tidyRecord(record: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record)
      .map(([name, text]): [string, string | undefined] => [name, tidy(text)])
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
