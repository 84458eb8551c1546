import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { nearestNames } from '../../nearest.ts';
import type { PromptLanguage } from '../../prompt/wording/language.ts';
import type { WrittenType } from '../../prompt/write/issues.ts';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';

/** All that a writing panel is made with. */
export interface WritingConfiguration {
  readonly language: PromptLanguage;
  readonly types: readonly WrittenType[];
  readonly questions: number;
  readonly seed: number;
  readonly writer: EndpointConfiguration;
  readonly auditor: EndpointConfiguration;
  readonly guideline: string | null;
  /** Names of the keys of the experts, at least two. */
  readonly experts: readonly string[];
  /** Unflagged questions of a round that experts see, drawn at random; null for all. */
  readonly sample: number | null;
  /** Rounds at most. */
  readonly rounds: number;
  /** The share of questions that must be accepted. */
  readonly acceptShare: number;
  readonly licence: string;
  /** Files of the text, without folders, and the SHA-256 of each. */
  readonly sources: readonly { readonly file: string; readonly sha256: string }[];
}

/** A writing panel. */
export interface WritingPanel extends Omit<StoredPanel, 'configuration'> {
  readonly configuration: WritingConfiguration;
}

/** @throws NAME_UNKNOWN @param known whether errors may name other panels */
export async function writingPanel(
  store: Pick<Store, 'panels'>,
  id: string,
  known = true,
): Promise<WritingPanel> {
  const found = await store.panels.get(id);
  if (found?.kind === 'writing') return asWriting(found);
  const ids = known ? (await store.panels.list('writing')).map((panel) => panel.id) : [];
  return fail('NAME_UNKNOWN', {
    kind: 'writing panel',
    name: id,
    nearest: known ? nearestNames(id, ids) : null,
  });
}

export function asWriting(panel: StoredPanel): WritingPanel {
  return { ...panel, configuration: panel.configuration as unknown as WritingConfiguration };
}
