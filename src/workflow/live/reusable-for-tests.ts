import type { Item } from '../../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { Examinee } from '../../examinee/examinee.ts';
import { type AskOptions, askItem } from '../../run/ask-item.ts';
import { replySourceOf } from '../../run/run-replies.ts';
import type { Store } from '../../store/store.ts';
import {
  ifKept,
  NO_REPLIES,
  ReusableCount,
  type ReusableReplies,
} from '../asking/reusable-replies.ts';

/** Items that are looked up at a time. */
const AT_ONCE = 64;

/** What the tests of models may ask. */
export interface TestQuestions {
  readonly bank: string;
  /** The run to continue; null for a new one. */
  readonly run: number | null;
  readonly models: readonly EndpointConfiguration[];
  /** Ids of the items that may be asked. */
  readonly askable: readonly string[];
  readonly askOf: (item: Item) => AskOptions;
  /** Whether the answer of a model to an item is kept already. */
  readonly isKnown: (model: string, item: string) => boolean;
  /** Items of each test. */
  readonly items: number;
}

/** The replies of earlier runs to what may be asked: at most so many are used, since a test asks some of the items. */
export async function reusableForTests(
  store: Store,
  { bank, run, models, askable, askOf, isKnown, items }: TestQuestions,
): Promise<ReusableReplies> {
  const isExact = items === askable.length;
  const source = replySourceOf(run);
  if (!(await store.replies.hasOthers(source))) return { ...NO_REPLIES, isExact };
  const count = new ReusableCount(store.replies, source);
  const examinees = models.map((model) => count.examinee(model));
  const embedders = new Map<EndpointConfiguration, Examinee>();
  const embedderOf = (embeddings: EndpointConfiguration | undefined) => {
    if (embeddings === undefined) return undefined;
    const known = embedders.get(embeddings) ?? count.examinee(embeddings);
    embedders.set(embeddings, known);
    return known;
  };
  // Nothing is asked here: judges and embeddings come from the record too.
  const counted = (item: Item): AskOptions => {
    const own = askOf(item);
    const asked = { ...own, embedder: embedderOf(own.embeddings) };
    const panel = asked.judges;
    if (panel === undefined) return asked;
    const judges = panel.judges.map(({ configuration }) => ({
      configuration,
      examinee: count.examinee(configuration),
    }));
    return { ...asked, judges: { ...panel, judges } };
  };
  let asking: Promise<unknown>[] = [];
  for await (const item of store.items(bank, askable)) {
    for (const examinee of examinees)
      if (!isKnown(examinee.name, item.id))
        asking.push(ifKept(askItem(examinee, item, counted(item))));
    if (asking.length < AT_ONCE) continue;
    await Promise.all(asking);
    asking = [];
  }
  await Promise.all(asking);
  return { ...count.found, isExact };
}
