import type { z } from 'zod';
import type { Item } from '../../../item-bank/items/item.ts';
import { pretestFlags } from '../../../item-bank/items/pretest-flags.ts';
import type {
  BankInformation,
  BankSummary,
  ItemDetail,
  ItemRow,
  itemPage,
} from '../../api/banks.ts';
import { fail } from '../../errors.ts';
import { pickExaminees, pickItems } from '../../irt/responses.ts';
import { recordedExaminees } from '../../ranking/recorded-bank.ts';
import type { CalibrationName } from '../../tested-bank/named-calibration.ts';
import type { ServiceContext } from '../service-context.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { type BankTable, bankState, fullTags } from './bank-table.ts';
import { itemDetailOf } from './item-detail.ts';
import type { ItemRights } from './item-rights.ts';
import { type ItemQuery, itemRowOf, searchItems } from './item-search.ts';
import { type ItemView, informationOf } from './item-view.ts';
import { itemViews } from './item-views.ts';
import { bankNames } from './known-bank.ts';
import { beginningOf, keyText, questionText } from './question-text.ts';
import type { RecordedCalibrations } from './recorded-calibration.ts';

/** Read access to banks. All methods throw NAME_UNKNOWN for an unknown bank or calibration. */
export interface BankPart {
  /** Names of all banks. */
  names(): Promise<string[]>;
  summary(bank: string): Promise<BankSummary>;
  items(bank: string, query: ItemQuery, rights: ItemRights): Promise<z.input<typeof itemPage>>;
  /** @throws ITEM_UNKNOWN */
  item(
    bank: string,
    item: string,
    calibration: CalibrationName | undefined,
    rights: ItemRights,
  ): Promise<ItemDetail>;
  information(bank: string, calibration: CalibrationName | undefined): Promise<BankInformation>;
  close(): Promise<void>;
}

const LOWEST = -4;
const STEPS = 80;
/** Abilities from −4 to 4 in steps of a tenth. */
const SHOWN_ABILITIES: readonly number[] = Array.from(
  { length: STEPS + 1 },
  (_, k) => LOWEST + k / 10,
);

type KnownSummary = Pick<BankSummary, 'title' | 'source' | 'hasText' | 'tags'> & {
  readonly items: number;
  readonly examinees: number;
};
/** Number of kept summaries; making one reads all items. */
const SUMMARIES = 1000;

export function bankPart(
  { store }: Pick<ServiceContext, 'store'>,
  calibrations: RecordedCalibrations,
  sessions: Pick<SessionService, 'exposure' | 'count'>,
): BankPart {
  const views = itemViews(store, calibrations);
  const known = new Map<string, KnownSummary>();
  const information = new WeakMap<ItemView, Promise<BankInformation>>();

  const knownOf = async (bank: string, mark: string) => {
    const key = `${bank}\n${mark}`;
    const found = known.get(key) ?? summaryOf(await views.table(bank));
    known.set(key, found);
    if (known.size > SUMMARIES) known.delete(known.keys().next().value!);
    return found;
  };
  return {
    names: () => bankNames(store),
    async summary(name) {
      const { stored, mark } = await bankState(store, name);
      const [own, kept, total] = await Promise.all([
        knownOf(name, mark),
        stored === undefined ? [] : store.calibrations(name),
        sessions.count({ bank: name, banks: null }),
      ]);
      return {
        name,
        version: stored?.version ?? null,
        ...own,
        calibrations: kept.length,
        sessions: total,
        changedAt: stored?.changedAt ?? null,
      };
    },
    async items(bank, query, { mayReadText }) {
      const [view, exposure] = await Promise.all([
        views.view(bank, query.calibration),
        sessions.exposure(bank),
      ]);
      const { positions, total, next } = searchItems(view, query, exposure, mayReadText);
      const rows = positions.map((j) => itemRowOf(view, exposure, j));
      const items = mayReadText && view.table.hasText ? await withTexts(bank, rows) : rows;
      return { items, total, next, calibrating: view.isCalibrating, parametersFrom: view.from };
    },
    async item(bank, id, calibration, rights) {
      const [view, exposure] = await Promise.all([
        views.view(bank, calibration),
        sessions.exposure(bank),
      ]);
      const j = view.table.positions.get(id);
      if (j === undefined) return fail('ITEM_UNKNOWN', { item: id, where: `bank ${bank}` });
      const detail = itemDetailOf(view, exposure, j, SHOWN_ABILITIES);
      if (!rights.mayReadText || !view.table.hasText) return detail;
      for await (const item of store.items(bank, [id]))
        return { ...detail, ...rightsText(item, rights) };
      return detail;
    },
    async information(bank, calibration) {
      const view = await views.view(bank, calibration);
      const made = information.get(view) ?? bankInformation(view);
      information.set(view, made);
      return made;
    },
    close: () => views.close(),
  };

  async function withTexts(bank: string, rows: readonly ItemRow[]): Promise<ItemRow[]> {
    const texts = new Map<string, string>();
    const ids = rows.map(({ item }) => item);
    for await (const item of store.items(bank, ids)) texts.set(item.id, beginningOf(item));
    return rows.map((row) => ({ ...row, text: texts.get(row.item) }));
  }
}

function summaryOf({ title, source, hasText, tags, ids, responses }: BankTable): KnownSummary {
  return {
    title,
    source,
    hasText,
    items: ids.length,
    examinees: responses?.examinees.length ?? 0,
    tags: tags.map(({ name, values }) => ({ name, values: values.length })),
  };
}

async function bankInformation({
  parameters,
  abilities,
  table,
  isCalibrating,
}: ItemView): Promise<BankInformation> {
  if (parameters === null)
    return { calibrating: isCalibrating, ability: [], information: [], examinees: [] };
  return {
    calibrating: isCalibrating,
    ability: [...SHOWN_ABILITIES],
    information: await informationOf(parameters, SHOWN_ABILITIES),
    examinees: abilities === null ? [] : examineesOf(table, abilities),
  };
}

function rightsText(item: Item, { mayReadKey }: ItemRights) {
  return {
    text: beginningOf(item),
    question: questionText(item),
    ...('options' in item ? { options: item.options } : {}),
    ...(mayReadKey ? { answer: keyText(item) } : {}),
  };
}

/** Recorded models with answers to items that count: ability, and score on the whole bank in points. */
function examineesOf(table: BankTable, abilities: Float64Array): BankInformation['examinees'] {
  const { responses, fullScore, name } = table;
  if (responses === null) return [];
  const isPretest = pretestFlags(table.statuses);
  const counted = [...isPretest.keys()].filter((j) => isPretest[j] === 0);
  const isWhole = counted.length === isPretest.length;
  const scored = isWhole ? responses : pickItems(responses, counted);
  const width = scored.items.length;
  const answered = [...scored.examinees.keys()].filter(
    (i) => !scored.scores.subarray(i * width, (i + 1) * width).every(Number.isNaN),
  );
  const { actual } = recordedExaminees({
    ...{ name, simulated: false, fullScore, tags: fullTags(table, isWhole ? null : counted) },
    responses: pickExaminees(scored, answered),
  });
  return answered.map((i, k) => ({
    examinee: responses.examinees[i],
    ability: abilities[i],
    score: 100 * actual[k],
  }));
}
