import { entryOutcome, type LabelSource } from '../../annotation/entry-state.ts';
import type { Label } from '../../annotation/vote.ts';
import { fail } from '../../errors.ts';
import { toCsv } from '../../files/write/write.ts';
import type { TagsChanged } from '../../store/annotations/annotation-store.ts';
import type { Store } from '../../store/store.ts';
import type { Annotation } from './annotation-panel.ts';

/** The label of an item at a level, and where it comes from. */
export interface FinalLabel {
  readonly item: string;
  readonly level: string;
  /** Null: no label fits. */
  readonly label: Label;
  /** Models agree, experts reviewed, or an administrator decided. */
  readonly how: LabelSource;
  /** Models if they agree, else people. */
  readonly by: readonly string[];
}

/** The labels that are there, in the order of the entries; and how many are still open. */
export async function finalLabels(
  store: Store,
  { panel, configuration }: Annotation,
): Promise<{ readonly labels: readonly FinalLabel[]; readonly open: number }> {
  const entries = await store.annotations.entries(panel.id, 'all');
  const labels = entries.flatMap((entry): FinalLabel[] => {
    const { label, source, by } = entryOutcome(entry, configuration.expertsPerEntry);
    if (label === undefined || source === null) return [];
    const { item, level } = entry;
    return [
      { item, level, label, how: source, by: source === 'agreed' ? configuration.models : by },
    ];
  });
  return { labels, open: entries.length - labels.length };
}

/** Formats of labels. */

type LabelFormat = 'csv' | 'jsonl';

/** Labels as a file: item, level, label (empty if none fits), how, by. */
export function labelsText(labels: readonly FinalLabel[], format: LabelFormat): string {
  if (format === 'jsonl') return labels.map((label) => `${JSON.stringify(label)}\n`).join('');
  return toCsv(
    ['item', 'level', 'label', 'how', 'by'],
    labels.map(({ item, level, label, how, by }) => [item, level, label ?? '', how, by.join('; ')]),
  );
}

/**
 * Makes tags of all labels that are there, as a new version of the bank. An item that no label fits gets the
 * value of the taxonomy that says so, or loses the tag.
 * @throws OPTIONS_CONFLICT if there is no label; BANK_IN_USE; NAME_UNKNOWN if the bank was removed
 */
export async function applyLabels(
  store: Store,
  annotation: Annotation,
  by: string,
  at: string,
): Promise<TagsChanged & { readonly labels: number; readonly open: number }> {
  const { labels, open } = await finalLabels(store, annotation);
  const { configuration, panel } = annotation;
  if (labels.length === 0)
    fail('OPTIONS_CONFLICT', {
      options: 'apply',
      reason: `annotation ${panel.id} has no label yet. Review its entries first.`,
    });
  const levelOf = new Map(configuration.levels.map((level) => [level.id, level]));
  const changes = labels.map(({ item, level, label }) => {
    const { tag, noneTag } = levelOf.get(level)!;
    return { item, tag, after: label ?? noneTag };
  });
  const changed = await store.annotations.changeTags(configuration.bank, changes, {
    ...{ by, at, panel: panel.id },
  });
  return { ...changed, labels: labels.length, open };
}
