import { fail } from '../../../src/errors.ts';
import type { AnsweredFormat, AnswerFormat } from '../format.ts';
import type { ItemDraft } from '../item-draft.ts';
import { letterAt, lettered } from '../letters.ts';
import { languageGuess } from '../recognise/guess-language.ts';
import { provenanceOf } from '../recognise/recognised.ts';
import { jsonRecords } from '../records/json-records.ts';
import { Rejection, type SourceRecord } from '../records/records.ts';
import { type Source, sourceName } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';
import { type HelmInstance, type HelmRun, helmInstances, helmRun } from './helm-run.ts';
import { type HelmEntry, helmEntry, helmScorer, TEST } from './helm-score.ts';
import { type LogOptions, safePrefix } from './lm-eval.ts';

interface HelmRecord {
  readonly entry: unknown;
  readonly run: HelmRun;
  readonly instances: ReadonlyMap<string, HelmInstance> | null;
  /** Why it is left out on purpose. */
  readonly leftOut?: string;
}

/**
 * Runs of HELM (0.2 to 0.5): `per_instance_stats.json`, with the questions and references of `instances.json` or `scenario_state.json`
 * beside it, and the model of `run_spec.json`. Answers are 0 or 1 by one metric (helm-score.ts).
 */
export function helm(options: LogOptions = {}): AnsweredFormat {
  const guess = languageGuess();
  const score = helmScorer(options.metric);
  return {
    records: (source) => recordsOf(source, options, true),
    item(value, source) {
      const { run, instances } = value as HelmRecord;
      const { id } = entryOf(value as HelmRecord);
      const instance = instances?.get(id);
      if (instance === undefined)
        throw new Rejection(
          `instance ${id}: not in instances.json or scenario_state.json beside the file`,
        );
      const draft = draftOf(instance, run.scenario);
      const stated = { source: run.scenario.slice(0, 400), ...options.provenance };
      return sealItem(
        draft,
        provenanceOf(draft, source, { stated, guess }),
        safePrefix(run.scenario),
      );
    },
    answer(value, source) {
      const { run } = value as HelmRecord;
      return {
        examinee: run.model,
        ...score(entryOf(value as HelmRecord), sourceName(source)),
      };
    },
    examinee: (value) => (value as HelmRecord).run.model,
    identity: (value) =>
      options.model === undefined ? (value as HelmRecord).run.identity : undefined,
  };
}

/**
 * The answers of a run of HELM alone. An item is named by scenario and instance, because each scenario has an `id1`, and by a split other than
 * `test`: two runs may have counted different ones.
 */
export function helmAnswers(options: LogOptions = {}): AnswerFormat {
  const score = helmScorer(options.metric);
  return {
    records: (source) => recordsOf(source, options, false),
    answers(value, source) {
      const { run } = value as HelmRecord;
      const entry = entryOf(value as HelmRecord);
      const split = splitOf(entry, value as HelmRecord) ?? TEST;
      const item = [safePrefix(run.scenario), ...(split === TEST ? [] : [split]), entry.id].join(
        ':',
      );
      const { score: own, ...scored } = score(entry, sourceName(source));
      return { examinee: run.model, scored, answers: [{ item, score: own }] };
    },
  };
}

async function* recordsOf(
  source: Source,
  { model, modelOption }: LogOptions,
  isWithItems: boolean,
): AsyncGenerator<SourceRecord[]> {
  const run = await helmRun(source, model, modelOption);
  const isDisplayed = /display_predictions\.json$/.test(sourceName(source));
  const instances = isWithItems || isDisplayed ? await helmInstances(source) : null;
  const others: { readonly where: string; readonly split: string; readonly value: HelmRecord }[] =
    [];
  let isTested = false;
  const seen = new Map<string, string>();
  for await (const records of jsonRecords(source))
    yield records.flatMap((record): SourceRecord[] => {
      if (record.reason !== undefined) return [record];
      const value: HelmRecord = { entry: record.value, run, instances };
      const read = readOf(value);
      const split = splitOf(read, value);
      if (read !== undefined) {
        const [name, said] = [JSON.stringify([read.id, split]), JSON.stringify([...read.metrics])];
        if ((seen.get(name) ?? said) !== said)
          fail('FILE_INVALID', {
            file: sourceName(source),
            where: record.where,
            found: `instance ${read.id} again, with other statistics`,
            accepted: 'each instance once: the statistics of one run',
          });
        seen.set(name, said);
      }
      isTested ||= split === TEST;
      if (split === undefined || split === TEST) return [{ where: record.where, value }];
      others.push({ where: record.where, split, value });
      return [];
    });
  const splits = others.map(({ split }) => split);
  // Without a test split `valid` counts, else the first.
  const counted = isTested ? TEST : splits.includes('valid') ? 'valid' : splits[0];
  yield others.map(({ where, split, value }) => ({
    where,
    value: split === counted ? value : { ...value, leftOut: `split ${split}; ${counted} counts` },
  }));
}

function splitOf(entry: HelmEntry | undefined, { instances }: HelmRecord): string | undefined {
  return entry?.split ?? instances?.get(entry?.id ?? '')?.split ?? undefined;
}

/** An entry; undefined for those that are left out anyhow. */
function readOf({ entry }: HelmRecord): HelmEntry | undefined {
  try {
    return helmEntry(entry);
  } catch (error) {
    if (error instanceof Rejection) return undefined;
    throw error;
  }
}

/** @throws Rejection */
function entryOf({ entry, leftOut }: HelmRecord): HelmEntry {
  const read = helmEntry(entry);
  if (leftOut !== undefined) throw new Rejection(`instance ${read.id}: ${leftOut}`, true);
  return read;
}

function draftOf({ input, references }: HelmInstance, scenario: string): ItemDraft {
  const isRight = references.map(({ tags }) => tags.includes('correct'));
  const texts = references.map(({ output }) => output.text.trim());
  const tags = { task: scenario.slice(0, 1000) };
  if (!isRight.includes(true)) throw new Rejection('no reference with the tag correct');
  if (!isRight.includes(false)) return { type: 'open', stem: input.text, key: texts, tags };
  const key = isRight.flatMap((right, k) => (right ? [letterAt(k)] : []));
  const type = key.length > 1 ? 'multiple' : 'single';
  return { type, stem: input.text, options: lettered(texts), key, tags };
}
