import { configurationHash } from '../../run/configuration-hash.ts';
import type { RunConfiguration } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import type { Passage } from '../../writing/passage.ts';
import { openPanelOf } from './accept-written.ts';
import { firstPlan } from './round-plan.ts';
import type { WritingConfiguration, WritingPanel } from './writing-panel.ts';

/** A panel to be made. */
export interface NewWriting {
  readonly id: string;
  readonly title: string;
  readonly bank: string | null;
  /** The key that makes it; null for a command. */
  readonly madeBy: string | null;
  readonly configuration: WritingConfiguration;
  readonly passages: readonly Passage[];
}

/** Keeps a new panel, with its passages and the plan of its first round. */
export async function startWriting(
  store: Store,
  { id, title, bank, madeBy, configuration, passages }: NewWriting,
  at: string,
): Promise<WritingPanel> {
  const panel = {
    ...{ id, kind: 'writing' as const, bank, title, madeBy, createdAt: at, closedAt: null },
    configuration,
  };
  await store.writing.begin(
    { ...panel, configuration: { ...configuration } },
    passages,
    firstPlan(configuration, passages.length),
    at,
  );
  return panel;
}

/** What decides whether two panels are the same work: all but the addresses of models. */
function writingIdentity(
  bank: string | null,
  { writer, auditor, ...rest }: WritingConfiguration,
): string {
  const identity = {
    ...rest,
    bank,
    writer: withoutAddress(writer),
    auditor: withoutAddress(auditor),
  };
  return configurationHash(identity as unknown as RunConfiguration);
}

function withoutAddress({ baseUrl: _, ...model }: WritingConfiguration['writer']) {
  return model;
}

/** The newest open panel that was begun with this configuration. */
export function sameWriting(
  store: Store,
  bank: string | null,
  configuration: WritingConfiguration,
): Promise<WritingPanel | undefined> {
  const wanted = writingIdentity(bank, configuration);
  return openPanelOf(store, (panel) => writingIdentity(panel.bank, panel.configuration) === wanted);
}
