import { contentHash } from '../../../../item-bank/items/content-hash.ts';
import type { Item } from '../../../../item-bank/items/item.ts';
import type { Store } from '../../../../src/store/store.ts';
import { AT } from '../../../store/store-case.ts';
import type { TestService } from '../../service.ts';
import { recordedAnswers } from '../session-case.ts';

/** What a person must never see. */
export const HIDDEN = {
  key: 'KEY-OF-THE-BANK',
  explanation: 'EXPLANATION-OF-THE-BANK',
  tag: 'TAG-OF-THE-BANK',
  source: 'SOURCE-OF-THE-BANK',
  later: 'LATER-QUESTION-OF-THE-CASE',
} as const;

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Item k of the bank: five types in turn. The key of single ones is the letter of k, of others what `rightOf` says. */
export function personItem(k: number): Item {
  const common = {
    id: `item-${k}`,
    version: 1,
    status: 'active' as const,
    language: 'en',
    explanation: `${HIDDEN.explanation} ${k}`,
    tags: { subject: `${HIDDEN.tag}-${k % 3}` },
    source: HIDDEN.source,
    licence: 'CC0-1.0',
  };
  const options = { A: 'one', B: 'two', C: 'three', D: 'four' };
  const stem = `Question ${k}: which one?`;
  const items = [
    { type: 'single' as const, stem, options, key: ['ABCD'[k % 4]] },
    { type: 'multiple' as const, stem, options, key: ['A', 'C'] },
    { type: 'sequencing' as const, stem, options, key: ['D', 'B', 'A', 'C'] },
    { type: 'open' as const, stem, key: [HIDDEN.key], images: [{ url: PICTURE }] },
    {
      type: 'case' as const,
      stem: `A case ${k}.`,
      key: [
        { question: 'First?', answers: [HIDDEN.key] },
        { question: HIDDEN.later, answers: [HIDDEN.key] },
      ],
    },
  ];
  const item = { ...common, ...items[k % 5], hash: '' } as Item;
  return { ...item, hash: contentHash(item) };
}

export const ITEMS = 60;

/** A bank of all types of items, with answers of nine recorded models. */
export async function addPersonBank(store: Store): Promise<void> {
  const items = Array.from({ length: ITEMS }, (_, k) => personItem(k));
  await store.addItems({ name: 'exam', title: 'exam', builtin: null }, items, AT);
  await store.putResponses('exam', recordedAnswers(), null, AT);
}

/** A session for a person, and a key that opens it. */
export async function invite(
  service: TestService,
  request: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const runner = await service.key('runner', { banks: ['exam'] });
  const body = {
    ...{ bank: 'exam', examinee: 'ann', person: true, strategy: 'random', items: 10 },
    ...request,
  };
  const made = await service.ask('POST', '/v1/sessions', runner, body);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return { id: made.body.id, key: await service.key('examinee', { session: made.body.id }) };
}

/** An answer that fits a question. */
// biome-ignore lint/suspicious/noExplicitAny: a reply
export function fitting({ place, type, turns }: any): Record<string, unknown> {
  if (type === 'single') return { place, choice: ['B'] };
  if (type === 'multiple') return { place, choice: ['C', 'A'] };
  if (type === 'sequencing') return { place, choice: ['D', 'B', 'A', 'C'] };
  return { place, text: 'an answer', turn: Math.max(0, turns.length - 1) };
}
