import { modelNames } from '../../../ranking/live/live-calibration.ts';
import type { RunSummary } from '../../../run/run-record.ts';
import type { Store } from '../../../store/store.ts';
import { sameName } from '../../../text/same-name.ts';
import { modelsOf, namesInRun } from './known-examinees.ts';

/** Who answered in runs: a display name says it only as long as one model is served under it. */
export interface ModelsOfRuns {
  /** All names of an examinee of a run; the first one is that of its row of answers. */
  readonly names: (run: number, examinee: string) => readonly string[];
  /** Rows of runs that shared a display name, and were served by different models. */
  readonly apart: readonly (readonly string[])[];
}

/** One model under a display name: the name of its row, and all names and versions that its runs tell. */
interface Served {
  readonly label: string;
  readonly ids: Set<string>;
  readonly models: Set<string>;
  readonly fingerprints: Set<string>;
}

/**
 * Tells models apart that were tested under one display name: by the `model` and `system_fingerprint` that endpoints reported, or, where
 * one of two runs reports no model, by the name at the endpoint. The first keeps the name, and each other one is `NAME [served]`.
 * @param runs the runs of a bank that count
 */
export async function modelsOfRuns(
  store: Store,
  runs: readonly RunSummary[],
): Promise<ModelsOfRuns> {
  const tests = runs
    .toSorted((x, y) => x.id - y.id)
    .flatMap((run) =>
      modelsOf(run).map(({ name, model = name }) => ({ run: run.id, name, model })),
    );
  const renamed = new Map<string, readonly string[]>();
  const usual = new Map(
    runs.flatMap((run) => namesInRun(run).map((names) => [keyOf(run.id, names[0]), names])),
  );
  const apart: string[][] = [];
  for (const own of Map.groupBy(tests, ({ name }) => sameName(name)).values()) {
    const found: Served[] = [];
    for (const { run, name, model } of own.length > 1 ? own : []) {
      const origins = (await store.origins(run)).filter(({ examinee }) => examinee === name);
      const reported = (field: 'model' | 'fingerprint') =>
        new Set(origins.flatMap((origin) => origin[field] ?? []));
      const here = {
        ids: new Set([model]),
        models: reported('model'),
        fingerprints: reported('fingerprint'),
      };
      const same = found.find((one) => !differ(one, here));
      if (same === undefined) {
        const label = found.length === 0 ? name : labelOf(found, name, here, run);
        const others = found.some(({ ids }) => ids.has(model)) ? [] : modelNames(label, model);
        if (found.length > 0) renamed.set(keyOf(run, name), [label, ...others.slice(1)]);
        found.push({ label, ...here });
        continue;
      }
      if (same !== found[0]) renamed.set(keyOf(run, name), [same.label]);
      for (const field of ['ids', 'models', 'fingerprints'] as const)
        for (const value of here[field]) same[field].add(value);
    }
    if (found.length > 1) apart.push(found.map(({ label }) => label));
  }
  return {
    names: (run, examinee) => {
      const key = keyOf(run, examinee);
      return renamed.get(key) ?? usual.get(key) ?? [examinee];
    },
    apart,
  };
}

function differ(x: Omit<Served, 'label'>, y: Omit<Served, 'label'>): boolean {
  const isKnown = x.models.size > 0 && y.models.size > 0;
  return (
    (isKnown ? isApart(x.models, y.models) : isApart(x.ids, y.ids)) ||
    isApart(x.fingerprints, y.fingerprints)
  );
}

/** Whether two sets have nothing in common; an empty one, where nothing was reported, tells nothing apart. */
function isApart(x: ReadonlySet<string>, y: ReadonlySet<string>): boolean {
  return x.size > 0 && y.size > 0 && ![...x].some((value) => y.has(value));
}

/** A display name with what tells this model from those before under the same name. */
function labelOf(
  found: readonly Served[],
  name: string,
  { ids, models, fingerprints }: Omit<Served, 'label'>,
  run: number,
): string {
  const told = [...models, ...ids, ...fingerprints].map((value) => `${name} [${value}]`);
  const isTaken = (label: string) =>
    label === `${name} [${name}]` ||
    found.some((one) =>
      [...one.ids, ...one.models].some((known) => label === `${name} [${known}]`),
    );
  return told.find((label) => !isTaken(label)) ?? `${name} [run ${run}]`;
}

function keyOf(run: number, examinee: string): string {
  return JSON.stringify([run, examinee]);
}
