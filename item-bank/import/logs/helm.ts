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
import { helmEntry, helmScorer } from './helm-score.ts';
import { type LogOptions, safePrefix } from './lm-eval.ts';

interface HelmRecord {
  readonly entry: unknown;
  readonly run: HelmRun;
  readonly instances: ReadonlyMap<string, HelmInstance> | null;
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
      const { entry, run, instances } = value as HelmRecord;
      const { id } = helmEntry(entry);
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
      const { entry, run } = value as HelmRecord;
      return { examinee: run.model, score: score(helmEntry(entry), sourceName(source)) };
    },
    examinee: (value) => (value as HelmRecord).run.model,
  };
}

/** The answers of a run of HELM alone. An item is named by scenario and instance, because each scenario has an `id1`. */
export function helmAnswers(options: LogOptions = {}): AnswerFormat {
  const score = helmScorer(options.metric);
  return {
    records: (source) => recordsOf(source, options, false),
    answers(value, source) {
      const { entry: own, run } = value as HelmRecord;
      const entry = helmEntry(own);
      const item = `${safePrefix(run.scenario)}:${entry.id}`;
      return {
        examinee: run.model,
        answers: [{ item, score: score(entry, sourceName(source)) }],
      };
    },
  };
}

async function* recordsOf(
  source: Source,
  { model, modelOption }: LogOptions,
  isWithItems: boolean,
): AsyncGenerator<SourceRecord[]> {
  const run = await helmRun(source, model, modelOption);
  const instances = isWithItems ? await helmInstances(source) : null;
  for await (const records of jsonRecords(source))
    yield records.map((record) =>
      record.reason === undefined
        ? { where: record.where, value: { entry: record.value, run, instances } }
        : record,
    );
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
