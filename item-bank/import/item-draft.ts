import type { Item } from '../items/item.ts';
import type { Metric } from '../items/metric/metric.ts';

/** Where items come from and under what terms: stated by who imports them, since files rarely say. */
export interface Provenance {
  readonly source: string;
  readonly licence: string;
  /** A BCP 47 tag. */
  readonly language: string;
}

/** What a file says of an item, not yet checked. Blank texts and undefined fields are as good as absent. */
export interface ItemDraft {
  /** Without one, the id is made of the content: the same item gets the same id from every file. */
  readonly id?: string | undefined;
  readonly type: Item['type'];
  readonly context?: string | undefined;
  readonly stem: string;
  readonly options?: Readonly<Record<string, string>> | undefined;
  readonly key: Item['key'];
  /** Of open questions and cases. */
  readonly metric?: Metric | undefined;
  readonly images?: Item['images'];
  readonly explanation?: string | undefined;
  readonly tags?: Readonly<Record<string, string | undefined>> | undefined;
  readonly human?: Item['human'];
}
