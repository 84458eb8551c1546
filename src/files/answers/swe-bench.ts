import { basename, dirname } from 'node:path';
import type { AnswerFormat } from '../../../item-bank/import/format.ts';
import { canNameModel } from '../../../item-bank/import/logs/model-name.ts';
import { wholeJson } from '../../../item-bank/import/logs/whole-json.ts';
import { jsonRecords } from '../../../item-bank/import/records/json-records.ts';
import { Rejection, type SourceRecord } from '../../../item-bank/import/records/records.ts';
import { type Source, sourceName } from '../../../item-bank/import/records/source.ts';
import { fail } from '../../errors.ts';

/** Lists of a report, and what it says of the tasks in them. */
const RESOLVED = ['resolved_ids', 'resolved'];
const UNRESOLVED = [
  ...['unresolved_ids', 'unresolved', 'error_ids', 'empty_patch_ids'],
  ...['no_generation', 'no_logs', 'no_apply'],
  ...['test_errored', 'test_timeout'],
];
/** Tasks that were tried, whatever came of it. */
const TRIED = ['submitted_ids', 'completed_ids', 'generated', 'with_logs', 'applied'];
const NOT_TRIED = ['incomplete_ids'];
/** Tasks whose failure says nothing of the model: the machines failed, or it is not known what failed. */
const NOT_JUDGED =
  /infra|ambiguous|environment(?!_?timeout)|\benv_|docker|image_build|build_(?:error|fail)|container|sandbox|install(?:ation)?_fail|^reset_failed$|network|rate_?limit|api_?(?:connection_?|status_?)?error|connection_?error|internal_?server|service_?unavailable|authentication/i;
/** Fields of one outcome that say how it ended. */
const ENDS = ['status', 'outcome', 'failure_mode', 'exit_status', 'exit_reason'];
/** Fields that may also say what a test of the patch has thrown, such as a ConnectionError. */
const ERRORS = [
  ...['test_status', 'error', 'error_type', 'exception', 'exception_type', 'exception_info'],
];
/** Errors that no test of a patch throws. */
const OF_MACHINES =
  /\binfra|docker|image[ _]?(?:build|pull)|build[ _]?image|\bpull(?:ing)?\b|install\w*[ _]?fail|fail\w* to install|rate[ _]?limit|environment_?(?:start|build|set_?up)|sandbox_?(?:error|timeout)|api_?(?:connection|status)_?error/i;
/** What machines say in a sentence, with the names of images and paths. */
const MACHINES_SAY =
  /\b(?:Build|ImageBuild)(?:Image)?Error\b|docker(?:\.errors|exception| daemon| api)|error (?:building|pulling|creating) (?:\w+ )?(?:image|container|sandbox)|(?:failed|unable) to (?:build|pull|start|create) (?:\w+ ){0,3}(?:image|container|environment|sandbox)|no space left on device|too ?many ?requests|rate ?limit/i;
/** Longer texts are not searched. */
const LONGEST_SAID = 500;
/** Lists of what became of tasks, also those that are not known here. */
const OUTCOMES = /_ids$/;
/** Lists that say what became of every task; no_generation and no_logs name some of them only. */
const TELL_ALL = ['unresolved_ids', 'unresolved', 'submitted_ids', 'generated'];

const ACCEPTED =
  'a report with resolved_ids and unresolved_ids, results.json of a leaderboard with resolved, report.json of one task, or a list of objects with instance_id and resolved';

export interface SweBenchOptions {
  /** The examinee; by default what the file, its name or its folder says. */
  readonly model?: string | undefined;
  /** All tasks: those that a report does not name are not resolved. */
  readonly tasks?: readonly string[] | undefined;
}

/** One task in a report. */
interface TaskOutcome {
  readonly id: unknown;
  readonly model?: unknown;
  /** True, false, or why the task has no answer. */
  readonly resolved: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Lists of resolved tasks, as SWE-bench and benchmarks like it write them: the report of its harness (`<model>.<run>.json`), `results.json` of a
 * leaderboard's folder (`<submission>/results/results.json`), `report.json` of one task, and lists of `instance_id` and `resolved`. Resolved is 1;
 * unresolved, an empty patch and an error are 0. A task has no answer if it was not submitted, if the infrastructure failed, or if only a list
 * that is not known here names it.
 */
export function sweBench({ model, tasks }: SweBenchOptions = {}): AnswerFormat {
  const known = tasks === undefined ? null : new Set(tasks);
  return {
    records: (source) => recordsOf(source, tasks),
    answers(value, source) {
      const { id, model: own, resolved } = value as TaskOutcome;
      if (typeof id !== 'string' || id.trim() === '') throw new Rejection('no id of a task');
      if (known !== null && !known.has(id))
        throw new Rejection(`task ${id}: not among the tasks`, true);
      if (typeof resolved === 'string') throw new Rejection(`task ${id}: ${resolved}`, true);
      if (typeof resolved !== 'boolean' && resolved !== 0 && resolved !== 1)
        throw new Rejection(`task ${id}: resolved is neither true nor false`);
      const said = typeof own === 'string' && own.trim() !== '' ? own : undefined;
      const examinee = model ?? said ?? modelOf(source);
      return { examinee, answers: [{ item: id, score: Number(resolved) }] };
    },
  };
}

async function* recordsOf(
  source: Source,
  tasks: readonly string[] | undefined,
): AsyncGenerator<SourceRecord[]> {
  if (/\.jsonl$/i.test(sourceName(source))) {
    for await (const records of jsonRecords(source))
      yield records.map((record) =>
        record.reason === undefined ? { where: record.where, value: listed(record.value) } : record,
      );
    return;
  }
  const value = await wholeJson(source);
  if (Array.isArray(value)) {
    yield value.map((one, k) => ({ where: `element ${k + 1}`, value: listed(one) }));
    return;
  }
  if (typeof value !== 'object' || value === null) return refuse(source, 'no JSON object or list');
  const report = value as Fields;
  yield [...RESOLVED, ...UNRESOLVED].some((name) => Array.isArray(report[name]))
    ? reported(report, source, tasks)
    : singly(report, source);
}

function listed(value: unknown): TaskOutcome {
  if (typeof value !== 'object' || value === null) return { id: undefined, resolved: undefined };
  const {
    instance_id: id,
    model_name_or_path,
    model = model_name_or_path,
    resolved,
  } = value as Fields;
  const isJudged = resolved === true || resolved === 1 || !isNotJudged(value as Fields);
  return { id, model, resolved: isJudged ? resolved : INFRASTRUCTURE };
}

const INFRASTRUCTURE = 'a failure of the infrastructure';

/** Whether an outcome says that the machines failed. */
function isNotJudged(outcome: Fields): boolean {
  const says = (name: string, of: RegExp) => {
    const cause = outcome[name];
    if (typeof cause !== 'object' || cause === null) return isOfMachines(cause, of);
    const { exception_type, exception_message } = cause as Fields;
    return isOfMachines(exception_type, of) || isOfMachines(exception_message, MACHINES_SAY);
  };
  return (
    ENDS.some((name) => says(name, NOT_JUDGED)) || ERRORS.some((name) => says(name, OF_MACHINES))
  );
}

function isOfMachines(said: unknown, of: RegExp): boolean {
  if (typeof said !== 'string') return false;
  // A word or a few. What is longer may be the output of a test, whose names say such words too.
  if (/^[^\n/]{1,60}$/.test(said)) return of.test(said);
  const lines = said.trim().split('\n');
  return [lines[0], lines.at(-1)!].some((line) => MACHINES_SAY.test(line.slice(0, LONGEST_SAID)));
}

/** The tasks of a report with lists, each in the first list that says what became of it. */
function reported(
  report: Fields,
  source: Source,
  tasks: readonly string[] | undefined,
): SourceRecord[] {
  if (!RESOLVED.some((name) => Array.isArray(report[name])))
    refuse(source, 'no list of resolved tasks');
  if (tasks === undefined && !TELL_ALL.some((name) => Array.isArray(report[name])))
    fail('FILE_INVALID', {
      file: sourceName(source),
      found: 'resolved tasks, but not which other tasks there are',
      accepted:
        'a report that lists all tasks, or --items-file FILE with the id of every task on its own line',
    });
  const told = new Set<unknown>();
  const { model_name_or_path, model = model_name_or_path } = report;
  const records: SourceRecord[] = [];
  const add = (names: readonly string[], resolved: boolean | string, isSaidAgain: boolean) => {
    for (const name of names) {
      const list = report[name];
      if (list === undefined || list === null) continue;
      if (!Array.isArray(list)) {
        records.push({ where: name, reason: 'not a list' });
        continue;
      }
      for (const [k, id] of list.entries()) {
        if ((isSaidAgain && told.has(id)) || (resolved === false && notJudged.has(id))) continue;
        told.add(id);
        records.push({ where: `${name}, entry ${k + 1}`, value: { id, model, resolved } });
      }
    }
  };
  const lists = Object.keys(report).filter((name) => Array.isArray(report[name]));
  const failed = lists.filter((name) => NOT_JUDGED.test(name));
  // As in the results of Terminal-Bench: each task with its cause beside the lists.
  const trials = (Array.isArray(report.results) ? report.results : []).filter(
    (one): one is Fields => typeof one === 'object' && one !== null,
  );
  const notJudged = new Set([
    ...failed.flatMap((name) => report[name] as unknown[]),
    ...trials.filter(isNotJudged).map(({ task_id }) => task_id),
  ]);
  const known = [...RESOLVED, ...UNRESOLVED, ...NOT_TRIED, ...TRIED];
  const unknown = lists.filter((name) => OUTCOMES.test(name) && !known.includes(name));
  add(RESOLVED, true, false);
  add(failed, INFRASTRUCTURE, true);
  for (const id of notJudged)
    if (!told.has(id)) {
      told.add(id);
      records.push({ where: 'results', value: { id, model, resolved: INFRASTRUCTURE } });
    }
  add(UNRESOLVED, false, false);
  for (const name of unknown)
    add([name], `named in ${name}, which does not say whether it is resolved`, true);
  add(NOT_TRIED, 'not submitted, which SWE-bench itself counts as not resolved', true);
  add(TRIED, false, true);
  for (const id of tasks ?? [])
    if (!told.has(id)) records.push({ where: 'not listed', value: { id, model, resolved: false } });
  return records;
}

/** `{"<task>": {"resolved": true, …}}`, of one task or several. */
function singly(report: Fields, source: Source): SourceRecord[] {
  const entries = Object.entries(report);
  const isOutcome = (one: unknown) => typeof one === 'object' && one !== null && 'resolved' in one;
  if (!entries.some(([, one]) => isOutcome(one))) refuse(source, 'no outcome of a task');
  return entries.map(([id, one]) => ({
    where: `task ${id.slice(0, 100)}`,
    value: { id, resolved: isOutcome(one) ? listed(one).resolved : undefined },
  }));
}

/** The folder of a leaderboard's submission or of a task's log, else the name of the report without its run. */
function modelOf(source: Source): string {
  const path = sourceName(source);
  const [name, folder] = [basename(path), dirname(path)];
  const above = basename(dirname(folder));
  const isNamed = canNameModel(above);
  if (name === 'results.json' && basename(folder) === 'results' && isNamed) return above;
  if (name === 'report.json' && isNamed) return above;
  const model = /^(.+)\.[^.]+\.json$/.exec(name)?.[1];
  if (model !== undefined && canNameModel(model)) return model.replace('__', '/');
  return fail('OPTION_INVALID', {
    option: '--model',
    found: `nothing, and ${path} is neither MODEL.RUN.json nor in a folder MODEL/results`,
    accepted: 'the name of the model',
  });
}

function refuse(source: Source, found: string): never {
  return fail('FILE_INVALID', { file: sourceName(source), found, accepted: ACCEPTED });
}
