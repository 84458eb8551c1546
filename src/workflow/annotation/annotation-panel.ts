import { z } from 'zod';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';

const name = z.object({ en: z.string().optional(), zh: z.string().optional() });

/** What an annotation was made with, as its panel keeps it. */
export const annotationConfiguration = z.object({
  run: z.int(),
  bank: z.string(),
  items: z.int(),
  models: z.array(z.string()),
  repeats: z.int(),
  taxonomy: z.string(),
  levels: z.array(
    z.object({
      id: z.string(),
      tag: z.string(),
      name,
      mayFitNone: z.boolean(),
      /** The tag value that says that no label fits; null: the tag is then left out. */
      noneTag: z.string().nullable(),
      /** The labelled level above. */
      parent: z.string().nullable(),
      values: z.array(
        z.object({
          id: z.string(),
          name,
          abbreviation: z.string().optional(),
          parent: z.string().optional(),
          description: name.optional(),
        }),
      ),
    }),
  ),
  leastShare: z.number(),
  auditShare: z.number(),
  seed: z.int(),
  /** Whether experts see the right answers, because models saw them. */
  withKey: z.boolean(),
  /** Whether experts do not see what models proposed. */
  blind: z.boolean(),
  expertsPerEntry: z.int(),
});
export type AnnotationConfiguration = z.infer<typeof annotationConfiguration>;

/** An annotation: its panel, and what it was made with. */
export interface Annotation {
  readonly panel: StoredPanel;
  readonly configuration: AnnotationConfiguration;
}

/** The panel of a run: one run has one. */
export function annotationId(run: number): string {
  return `annotation-${run}`;
}

/** @throws NAME_UNKNOWN */
export async function knownAnnotation(
  store: Pick<Store, 'panels'>,
  id: string,
  isOwn: (bank: string | null) => boolean = () => true,
): Promise<Annotation> {
  const panel = await store.panels.get(id);
  if (panel !== undefined && panel.kind === 'annotation' && isOwn(panel.bank))
    return { panel, configuration: annotationConfiguration.parse(panel.configuration) };
  const all = (await store.panels.list('annotation')).filter(({ bank }) => isOwn(bank));
  return fail('NAME_UNKNOWN', {
    kind: 'annotation',
    name: id,
    nearest: nearestNames(
      id,
      all.map((one) => one.id),
    ),
  });
}
