import { suggestion } from './nearest.ts';
import { plainText } from './plain-text.ts';
import { withoutReview, withoutText } from './question-text.ts';

/** A reason of failures that is remedied like no other. */
export const NO_SPACE = 'no space left on the disk';

/**
 * The registry of every error a user can meet: one code, one wording, one exit code, one HTTP status.
 * A message says where (file, row, column or item), what was found, what is accepted, and what to do.
 *
 * Exit codes: 2 the input or the call is wrong; 3 the computation did not converge; 1 a defect of thetarank.
 */
const REGISTRY = {
  FILE_NOT_FOUND: {
    status: 404,
    exit: 2,
    message: (d: { file: string; kind?: 'folder' }) =>
      `${d.file}: no such ${d.kind ?? 'file'}. Check the path.`,
  },
  FILE_UNREADABLE: {
    status: 400,
    exit: 2,
    message: (d: { file: string; reason: string }) => `${d.file}: cannot be read (${d.reason}).`,
  },
  FILE_EXISTS: {
    status: 409,
    exit: 2,
    message: (d: { file: string }) =>
      `${d.file}: already exists and was not written by thetarank. Choose another place, or remove it.`,
  },
  FILE_UNWRITABLE: {
    status: 400,
    exit: 2,
    message: (d: { file: string; reason: string }) =>
      `${d.file}: cannot be written (${d.reason}). ${d.reason === NO_SPACE ? 'Free some space, or name a file on another disk.' : 'Name another file, or make this one and its folder writable.'}`,
  },
  FILE_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { file: string; where?: string; found: string; accepted: string }) =>
      `${d.file}${d.where === undefined ? '' : `, ${d.where}`}: found ${d.found}; accepted: ${ended(d.accepted)}`,
  },
  PARAMETER_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { item: string; parameter: string; found: number; accepted: string }) =>
      `item ${d.item}: ${d.parameter} is ${d.found}; accepted: ${d.accepted}.`,
  },
  ITEM_WITHOUT_PARAMETERS: {
    status: 400,
    exit: 2,
    message: (d: { item: string; file: string; count: number }) =>
      `item ${d.item}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no row in ${d.file}. Add its parameters, or remove its column from the recorded answers.`,
  },
  ITEM_WITHOUT_ANSWERS: {
    status: 400,
    exit: 2,
    message: (d: { item: string; file: string; count: number }) =>
      `item ${d.item}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no column in ${d.file}. Add its recorded answers, or remove its row from the parameters.`,
  },
  ITEM_WITHOUT_TAGS: {
    status: 400,
    exit: 2,
    message: (d: { item: string; file: string; count: number }) =>
      `item ${d.item}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no row in ${d.file}. Add a row with its tags.`,
  },
  EXAMINEE_WITHOUT_FAMILY: {
    status: 400,
    exit: 2,
    message: (d: { examinee: string; file: string; count: number; column: string }) =>
      `examinee ${d.examinee}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no row in ${d.file}. Add a row with its ${d.column}.`,
  },
  HARNESS_UNMAPPED: {
    status: 400,
    exit: 2,
    message: (d: { bank: string; reason: string }) =>
      `bank ${d.bank}: its items cannot be matched with lm-evaluation-harness (${d.reason}).`,
  },
  ANCHORS_MISSING: {
    status: 400,
    exit: 2,
    message: (d: { from: string; to: string; common: number; method: string }) =>
      d.common === 0
        ? `${d.from} and ${d.to}: no item is in both. Scales are linked by items that both have under one id; name files with common items, or a chain of files by --via.`
        : `${d.from} and ${d.to}: the ${d.common} common item${d.common === 1 ? '' : 's'} cannot link the scales by ${d.method}: too few are left, their slopes or difficulties do not differ, or they differ more than 1,000-fold between the files. Use --method mean-mean or --keep-drifted, files with more common items, or leave out items with a flag such as b-at-bound.`,
  },
  GROUPS_UNUSABLE: {
    status: 400,
    exit: 2,
    message: (d: { file: string; column: string; found: string; accepted: string }) =>
      `${d.file}, column "${d.column}": found ${d.found}; accepted: ${ended(d.accepted)}`,
  },
  ITEM_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (d: { item: string; where: string }) => `item ${d.item}: not in ${d.where}.`,
  },
  NAME_UNKNOWN: {
    status: 404,
    exit: 2,
    /**
     * `nearest`: names that may have been meant; empty if no names exist; null if names must not be told. `list`: the command that
     * lists all names, `total` of them. `note`: how names come to be, where users may expect otherwise. `none`: what is said if no names exist, where
     * some may have existed before.
     */
    message: (d: {
      kind: string;
      name: string;
      nearest: readonly string[] | null;
      list?: string;
      total?: number;
      note?: string;
      none?: string;
    }) => {
      const unknown = `unknown ${d.kind} "${d.name}".`;
      if (d.nearest === null) return unknown;
      const all = d.list === undefined ? '' : ` All ${d.total ?? 'of them'}: ${d.list}`;
      const known =
        d.nearest.length === 0
          ? (d.none ?? `No ${d.kind} exists yet.`)
          : `${suggestion(d.name, d.nearest)}${all}`;
      return [unknown, known, ...(d.note === undefined ? [] : [d.note])].join(' ');
    },
  },
  BANK_NOT_KEPT: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; why?: string }) =>
      `bank ${d.bank}: built in, and not in this database. ${d.why === undefined ? '' : `${d.why} `}It comes there with its question text. ${withoutText(d.bank)}.`,
  },
  BANK_IN_USE: {
    status: 409,
    exit: 2,
    message: (d: {
      bank: string;
      sessions: number;
      jobs: number;
      /** The first of the sessions. */
      open: readonly { readonly id: string; readonly examinee: string }[];
    }) => {
      const named = d.open.map(({ id, examinee }) => `${plainText(examinee)}: ${id}`).join(', ');
      const more = d.sessions > d.open.length ? ', …' : '';
      return [
        `bank ${d.bank} is in use: ${[
          ...(d.sessions > 0
            ? [`${d.sessions} open session${d.sessions === 1 ? '' : 's'} (${named}${more})`]
            : []),
          ...(d.jobs > 0 ? [`${d.jobs} open job${d.jobs === 1 ? '' : 's'}`] : []),
        ].join(' and ')}.`,
        ...(d.sessions > 0
          ? [
              `End sessions on the dashboard (Sessions), or with thetarank session end ${d.open[0].id}.`,
            ]
          : []),
        ...(d.jobs > 0 ? ['Cancel jobs on the dashboard (Jobs), or wait for them.'] : []),
        'Then try again.',
      ].join(' ');
    },
  },
  OPTION_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { option: string; found: string; accepted: string }) =>
      `${d.option}: found ${d.found}; accepted: ${ended(d.accepted)}`,
  },
  OPTIONS_CONFLICT: {
    status: 400,
    exit: 2,
    message: (d: { options: string; reason: string }) => `${d.options}: ${d.reason}`,
  },
  TOO_MANY_ITEMS: {
    status: 400,
    exit: 2,
    message: (d: { asked: number; available: number; where: string }) =>
      `${d.asked} items requested, but ${d.where} has ${d.available}. Request at most ${d.available}.`,
  },
  TOO_FEW_EXAMINEES: {
    status: 400,
    exit: 2,
    message: (d: { found: number; needed: number; purpose: string; noun?: 'model' }) =>
      `found ${d.found} ${d.noun ?? 'examinee'}${d.found === 1 ? '' : 's'}; ${d.purpose} needs at least ${d.needed}.`,
  },
  NOISE_DESIGN: {
    status: 400,
    exit: 2,
    message: (d: { reason: string }) =>
      `the answers do not show variance components: ${d.reason}. At least two models should answer at least two items, the same ones for all.`,
  },
  BANK_WITHOUT_ANSWERS: {
    status: 409,
    exit: 2,
    /** `use`: the command or strategy that needs no recorded answers. */
    message: (d: { bank: string; use: string }) =>
      `bank ${d.bank}: no answers of models are recorded. ${d.use}, or record answers: thetarank bank record ANSWERS.csv --to ${d.bank}`,
  },
  BANK_WITHOUT_HUMANS: {
    status: 409,
    exit: 2,
    message: (d: { bank: string }) =>
      `bank ${d.bank}: no item that counts has the accuracy of people. Import items with the columns human_accuracy and respondents (other names: --map human.accuracy=COLUMN,human.respondents=COLUMN): thetarank bank import FILE --name NAME`,
  },
  NO_ANSWERS: {
    status: 400,
    exit: 2,
    message: (d: { where: string }) =>
      `${d.where}: every cell is empty; at least one answer is needed.`,
  },
  NO_ITEM_VARIES: {
    status: 400,
    exit: 2,
    message: (d: { where: string; items: number }) =>
      `${d.where}: all answers to each of the ${d.items} items are alike; at least one item with different answers is needed to calibrate.`,
  },
  CATEGORIES_UNUSABLE: {
    status: 400,
    exit: 2,
    message: (d: { item: string; found: string; accepted: string }) =>
      `item ${d.item}: found ${d.found}; accepted: ${ended(d.accepted)}`,
  },
  SCORES_NOT_BINARY: {
    status: 400,
    exit: 2,
    message: (d: {
      where: string;
      examinee: string;
      item: string;
      score: number;
      statistic: string;
    }) =>
      `${d.where}, examinee "${d.examinee}", item "${d.item}": found the score ${Number(d.score.toPrecision(6))}; accepted: 0 and 1, because ${d.statistic} is of right and wrong answers. For scores between 0 and 1: thetarank calibrate fit --irt-model auto, thetarank rank --strategy graded.`,
  },
  VALUE_NOT_FINITE: {
    status: 400,
    exit: 2,
    message: (d: { name: string; found: number; accepted: string }) =>
      `${d.name} is ${d.found}; accepted: ${d.accepted}.`,
  },
  SESSION_INVALID: {
    status: 409,
    exit: 2,
    message: (d: { reason: string }) => `adaptive session: ${d.reason}`,
  },
  SESSION_REFUSED: {
    status: 400,
    exit: 2,
    message: (d: { reason: string }) => `session: ${d.reason}.`,
  },
  SESSION_BANK_CHANGED: {
    status: 409,
    exit: 2,
    message: (d: { session: string; bank: string; reason: string }) =>
      `session ${d.session}: ${d.reason}, so it cannot continue. Its answers are kept and can be exported. Start a new session on bank ${d.bank}.`,
  },
  SESSION_OVER: {
    status: 409,
    exit: 2,
    message: (d: { session: string; state: string; wanted: string }) =>
      `session ${d.session} is ${d.state}: it cannot be ${d.wanted}.`,
  },
  RESULT_WITHHELD: {
    status: 403,
    exit: 2,
    message: (d: { session: string; reason: string }) =>
      `session ${d.session}: the result is not shown: ${d.reason}.`,
  },
  PERSON_TEST: {
    status: 409,
    exit: 2,
    message: (d: { session: string; reason: string }) => `session ${d.session}: ${d.reason}.`,
  },
  ANSWERS_REFUSED: {
    status: 409,
    exit: 2,
    message: (d: {
      session: string;
      results: readonly { code?: string | undefined; reason?: string | undefined }[];
    }) =>
      `session ${d.session}: all ${d.results.length} answers were refused. The first refusal: ${d.results[0]?.code}, ${d.results[0]?.reason}`,
  },
  QUOTAS_IMPOSSIBLE: {
    status: 400,
    exit: 2,
    message: (d: { reason: string }) => `content quotas: ${d.reason}`,
  },
  SOLVER_FAILED: {
    status: 500,
    exit: 3,
    message: (d: { status: string; columns: number }) =>
      `no test could be assembled from ${d.columns} candidate items: the solver ended with ${d.status}. Use fewer overlapping quotas, or set assembly to greedy.`,
  },
  EXAMINEE_FAILED: {
    status: 502,
    exit: 2,
    /**
     * `cost`: dollars that the failed requests have cost or may have cost; 0 if left out. `isForAll`: every other
     * question would fail the same way, such as without credit; `item`: the question that failed alone. `isTooLong`: the question is longer than the context of the model.
     */
    message: (d: {
      examinee: string;
      reason: string;
      todo: string;
      cost?: number;
      isForAll?: boolean;
      item?: string;
      isTooLong?: boolean;
    }) =>
      `model ${d.examinee} did not answer${d.item === undefined ? '' : ` item ${d.item}`} (${d.reason}). ${d.todo}`,
  },
  KEY_MISSING: {
    status: 400,
    exit: 2,
    /** `setting`: how the setting that names the variable is called. */
    message: (d: { examinee: string; variable: string; setting: string }) =>
      `model ${d.examinee}: the environment variable ${d.variable}, which should hold its API key, is not set. Set it, or name another variable with ${d.setting}.`,
  },
  STORE_UNAVAILABLE: {
    status: 503,
    exit: 2,
    message: (d: { location: string; reason: string; todo: string }) =>
      `database ${d.location}: ${d.reason}. ${d.todo}`,
  },
  STORE_VERSION: {
    status: 409,
    exit: 2,
    message: (d: { location: string; found: string; known: number }) =>
      `database ${d.location}: its schema has version ${d.found}, but this thetarank uses version ${d.known}. Export what you need with the thetarank that made it (thetarank bank export), or use another database.`,
  },
  SHARED_FILE_MISSING: {
    status: 404,
    exit: 2,
    message: (d: { name: string; place: string }) =>
      `shared file ${d.name}: not in ${d.place}. It may have been removed; upload it again. Check that all processes name the same place for files.`,
  },
  SHARED_FILE_DAMAGED: {
    status: 500,
    exit: 2,
    message: (d: { name: string; place: string }) =>
      `shared file ${d.name} in ${d.place}: the content does not match its SHA-256. Check the disk or network of this place, and upload the file again.`,
  },
  SHARED_FILE_TOO_LARGE: {
    status: 413,
    exit: 2,
    message: (d: { name: string; largest: number }) =>
      `shared file ${d.name}: larger than ${d.largest} bytes, the limit. Raise limits.uploadMegabytes in the service's configuration, or split the file.`,
  },
  SHARED_FILE_NAME_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { name: string; accepted: string }) =>
      `shared file ${JSON.stringify(d.name)}: not a valid name; accepted: ${d.accepted}.`,
  },
  SHARED_FILES_UNAVAILABLE: {
    status: 503,
    exit: 2,
    message: (d: { place: string; reason: string; todo: string }) =>
      `shared files in ${d.place}: ${d.reason}. ${d.todo}`,
  },
  SHARED_FILES_KEY_MISSING: {
    status: 503,
    exit: 2,
    message: (d: { variable: string }) =>
      `shared files: the environment variable ${d.variable}, which should hold the key of the S3 store, is not set. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or choose another place for files.`,
  },
  STORE_NOT_EMPTY: {
    status: 409,
    exit: 2,
    message: (d: { location: string; table: string; rows: number }) =>
      `database ${d.location}: not empty (${d.rows} ${d.rows === 1 ? 'row' : 'rows'} in table ${d.table}), so nothing was copied. A copy goes into a new file or an empty PostgreSQL database.`,
  },
  STORE_COPY_DIFFERS: {
    status: 500,
    exit: 1,
    message: (d: { location: string; table: string; found: number; expected: number }) =>
      `database ${d.location}: what was read again from table ${d.table} differs from what was copied (${d.found} rows, copied ${d.expected}), so nothing was kept there. Check the disk and the log of the database, and copy again.`,
  },
  ITEM_EXISTS: {
    status: 409,
    exit: 2,
    message: (d: { bank: string }) =>
      `bank ${d.bank}: the id of a new item is already in use, so nothing was added. Use another id. If another process added items at the same time, try again.`,
  },
  ANSWERS_RECORDED: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; models: readonly string[]; todo: string }) =>
      `bank ${d.bank}: ${d.models.slice(0, 3).join(', ')}${d.models.length > 3 ? ` and ${d.models.length - 3} more` : ''} ${d.models.length === 1 ? 'has' : 'have'} recorded answers already, so nothing was kept. ${d.todo}`,
  },
  ANSWERS_FEWER: {
    status: 409,
    exit: 2,
    message: (d: {
      bank: string;
      models: readonly { model: string; before: number; now: number }[];
    }) =>
      `bank ${d.bank}: ${d.models
        .slice(0, 3)
        .map(({ model, before, now }) => `${model} has ${before} recorded answers, now ${now}`)
        .join(
          '; ',
        )}${d.models.length > 3 ? `; and ${d.models.length - 3} more models would have fewer` : ''}. Nothing was kept, because answers replace all earlier ones of their model. Give all answers of these models, or add --fewer.`,
  },
  ANSWERS_ABSENT: {
    status: 422,
    exit: 2,
    message: (d: {
      bank: string;
      models: readonly { model: string; answers: number; none: number }[];
    }) =>
      `bank ${d.bank}: ${d.models
        .slice(0, 3)
        .map(
          ({ model, answers, none }) =>
            `${none} of ${answers} answers of ${model} are unreadable, truncated or refused`,
        )
        .join(
          '; ',
        )}${d.models.length > 3 ? `; and so are half or more of those of ${d.models.length - 3} more models` : ''}. Nothing was kept, because they would count as wrong. Let these models answer again, such as with more tokens per answer, or add --absent.`,
  },
  REVIEW_REFUSED: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; what: string; reason: string }) =>
      `bank ${d.bank}, ${d.what}: ${ended(d.reason)} Nothing was changed.`,
  },
  WRITING_REFUSED: {
    status: 409,
    exit: 2,
    message: (d: { panel: string; reason: string }) =>
      `writing panel ${d.panel}: ${ended(d.reason)}`,
  },
  REVIEW_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { file: string; rows: number; of: number }) =>
      `${d.file}: ${d.rows} of ${d.of} rows cannot be used, so nothing was changed. Correct the lines named above, and run the same command again.`,
  },
  REVIEW_BUILTIN: {
    status: 409,
    exit: 2,
    message: (d: { bank: string }) => withoutReview(d.bank),
  },
  NO_EXPLANATIONS: {
    status: 409,
    exit: 2,
    message: (d: { where: string; reason: string }) =>
      `${d.where}: no explanation to score: ${d.reason}`,
  },
  RUN_NOT_RECORDED: {
    status: 409,
    exit: 2,
    message: (d: { run: number; reason: string }) =>
      `run ${d.run}: its answers cannot be recorded: ${d.reason}`,
  },
  SERVICE_BUSY: {
    status: 409,
    exit: 2,
    message: (d: { holder: string }) =>
      `${d.holder} already serves this database. Two services would ask and pay for the same questions twice. Stop the other one first, or use another --database.`,
  },
  RUN_BUSY: {
    status: 409,
    exit: 2,
    message: (
      d: { run: number } & (
        | { holder: string; free: number | null }
        | { examinee: string; place: number }
      ),
    ) =>
      'holder' in d
        ? `run ${d.run}: ${d.holder} is working on it, so nothing was asked. Stop that process or let it finish, then continue with --resume.${d.free === null ? '' : ` If it has already ended, try again in ${d.free} s.`}`
        : `run ${d.run}, examinee ${d.examinee}, place ${d.place}: another process has already kept an answer here. Stop that process or let it finish, then continue with --resume.`,
  },
  CALIBRATION_OF_TESTED: {
    status: 409,
    exit: 2,
    message: (d: { calibration: number; models: readonly string[]; others: readonly number[] }) =>
      `calibration ${d.calibration}: made from answers of ${d.models.join(', ')}, so it cannot be used to test ${d.models.length === 1 ? 'that model. Leave out that model' : 'those models. Leave out those models'}, or use another calibration: ${d.others.length === 0 ? 'none exists without them, so synthesize one with another pool' : d.others.join(', ')}.`,
  },
  CALIBRATION_REFUSED: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; reason: string }) =>
      `bank ${d.bank}: ${ended(d.reason)} Nothing was changed.`,
  },
  CALIBRATION_NOT_IN_FORCE: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; kept: readonly number[] }) =>
      `bank ${d.bank}: no calibration is in force. ${d.kept.length === 0 ? `Make one: thetarank calibrate fit --bank ${d.bank} --keep, then thetarank calibrate accept N` : `Accept a kept one, such as thetarank calibrate accept ${d.kept[0]}, or name it by its number: --calibration ${d.kept[0]}`}.`,
  },
  REFRESH_IMPOSSIBLE: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; calibration: number; reason: string }) =>
      `bank ${d.bank}, calibration ${d.calibration}: cannot be refreshed: ${ended(d.reason)} Nothing was kept.`,
  },
  BANK_WITHOUT_TEXT: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; item: string; count: number }) =>
      `bank ${d.bank}, item ${d.item}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no question text. ${withoutText(d.bank)}`,
  },
  METRIC_GRADED: {
    status: 409,
    exit: 2,
    /** Item parameters of right and wrong answers do not hold for scores between them. */
    message: (d: { bank: string; item: string; count: number; metric: string; answers: number }) =>
      `bank ${d.bank}, item ${d.item}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: metric ${d.metric} gives scores between 0 and 1, but all ${d.answers} recorded answers to these items are 0 or 1. Record graded answers (thetarank bank record), or import the items with a metric of right and wrong: exact-match or numeric-match.`,
  },
  SCORE_PROGRAM_UNKNOWN: {
    status: 409,
    exit: 2,
    message: (d: { program: string; where: string; known: readonly string[] }) =>
      `${d.where}: a metric is the program "${d.program}", which is not configured${d.known.length === 0 ? '' : ` (configured: ${d.known.join(', ')})`}. Name a file of programs by -T scorers=FILE (docs/metrics.md), or leave such items out by a pool.`,
  },
  SCORE_PROGRAM_FAILED: {
    status: 502,
    exit: 2,
    /** `cost`: dollars that the answer has cost, which is not kept. */
    message: (d: { program: string; item: string; reason: string; cost?: number }) =>
      `program "${d.program}", item ${d.item}: the answer has no score: ${ended(d.reason)} Correct the program or its limits, then run the same command with --resume.`,
  },
  JUDGES_MISSING: {
    status: 409,
    exit: 2,
    message: (d: { rubric: string; where: string }) =>
      `${d.where}: judges grade the answers by the rubric "${d.rubric}", and no judges are named. Name them: evaluate --judge NAME@ADDRESS, or -T judges=FILE (docs/judges.md), also with rank --model; otherwise leave such items out, or give them another metric.`,
  },
  JUDGES_FAILED: {
    status: 502,
    exit: 2,
    /** `cost`: dollars that judges took for an answer that is not kept. */
    message: (d: { item: string; reason: string; cost?: number }) =>
      `item ${d.item}: the answer has no score: ${ended(d.reason)} That is no fault of the model, so nothing is counted. Run the same command with --resume to ask the judges again; or name other judges, or leave the item out by a pool.`,
  },
  JUDGEMENTS_TOO_FEW: {
    status: 422,
    exit: 2,
    message: (d: { where: string; found: string }) =>
      `${d.where}: ${d.found}. Agreement needs at least one judge and another judge or a person; name people by --people.`,
  },
  RATINGS_IMPOSSIBLE: {
    status: 422,
    exit: 2,
    message: (d: { where: string; found: string; todo: string }) =>
      `${d.where}: ${d.found}. ${d.todo}`,
  },
  PANEL_CLOSED: {
    status: 409,
    exit: 2,
    message: (d: { panel: string }) =>
      `panel ${d.panel}: it is closed, so nothing more is taken. Whoever made it can reopen it.`,
  },
  EMBEDDINGS_MISSING: {
    status: 409,
    exit: 2,
    message: (d: { where: string }) =>
      `${d.where}: answers are compared with their references by embeddings, and no embeddings endpoint is named. thetarank rank --model asks one (-T embeddings=NAME@https://HOST/v1, docs/metrics.md#cosine); otherwise leave such items out, or give them another metric.`,
  },
  EMBEDDING_FAILED: {
    status: 502,
    exit: 2,
    /** `cost`: dollars that embeddings took for an answer that is not kept. `isForAll`: other answers would fail the same way. */
    message: (d: {
      item: string;
      reason: string;
      todo: string;
      cost?: number;
      isForAll?: boolean;
    }) =>
      `item ${d.item}: the answer has no score: ${ended(d.reason)} That is no fault of the model, so nothing is counted. ${d.todo}`,
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    exit: 2,
    message: (d: { model: string; host: string; option: string }) =>
      `model ${d.model}: its host ${d.host} is not allowed, so the model is not asked. Add the host to ${d.option}, or correct the address.`,
  },
  SESSION_BUDGET_SPENT: {
    status: 409,
    exit: 4,
    message: (d: { limit: number; spent: number; most: number }) =>
      `the budget of $${d.limit} is spent: $${d.spent.toFixed(4)} so far, and one more answer may cost $${d.most.toFixed(4)}. End the session to score the answers so far, or create a session with a larger budget.`,
  },
  SERVICE_KEY_MISSING: {
    status: 400,
    exit: 2,
    message: (d: { variable: string }) =>
      `the environment variable ${d.variable}, which should hold the API key of the service, is not set. Set it, or name another variable with --key-variable.`,
  },
  SERVICE_UNREACHABLE: {
    status: 502,
    exit: 2,
    message: (d: { url: string; reason: string; attempts: number }) =>
      `the service at ${d.url} does not answer (${d.reason}; ${d.attempts} attempt${d.attempts === 1 ? '' : 's'}). Check --url, and that thetarank serve is running.`,
  },
  SERVICE_REFUSED: {
    status: 502,
    exit: 2,
    message: (d: { status: number; code: string; detail: string }) =>
      `the service refused the request (${d.status}, ${d.code}): ${d.detail}`,
  },
  SESSION_ANSWERS_REFUSED: {
    status: 409,
    exit: 2,
    message: (d: { count: number; item: string; reason: string }) =>
      `${d.count === 1 ? 'one answer was' : `${d.count} answers were`} refused; the first one, to item ${d.item}: ${d.reason}`,
  },
  HARNESS_FAILED: {
    status: 500,
    exit: 2,
    message: (d: { command: string; reason: string }) =>
      `${d.command}: ${d.reason}. See its output for the cause. Answers received are kept; run the same command again to continue.`,
  },
  SERVE_FAILED: {
    status: 502,
    exit: 2,
    /** `last`: the last line that the server printed; empty if there is none. */
    message: (d: { command: string; reason: string; last: string }) =>
      `${d.command}: ${d.reason}.${d.last === '' ? '' : ` Its last line: ${ended(d.last)}`} Start it by hand to see why, or keep its output with --logs.`,
  },
  HARNESS_INCOMPLETE: {
    status: 500,
    exit: 2,
    message: (d: { missing: number; items: number; item: string; folder: string }) =>
      `${d.missing} of ${d.items} items have no answer in ${d.folder}, such as ${d.item}. The harness must run exactly these items and log each of them (lm_eval: --log_samples; Inspect: --log-dir).`,
  },
  LEADERBOARD_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (d: { id: string }) =>
      `leaderboard ${d.id}: no such leaderboard. GET /v1/leaderboards lists all; a new version of a bank or calibration starts a new one.`,
  },
  SESSION_WITHOUT_ANSWERS: {
    status: 409,
    exit: 2,
    message: (d: { session: string }) =>
      `session ${d.session}: no answers yet, so there is no score. Answer its items first.`,
  },
  BANK_DAMAGED: {
    status: 500,
    exit: 2,
    message: (d: { file: string; reason: string }) =>
      `${d.file}: not a readable bank file (${d.reason}). Install thetarank again, or rebuild it with npm run build:banks.`,
  },
  STUDY_EXISTS: {
    status: 409,
    exit: 2,
    message: (d: { name: string }) =>
      `study "${d.name}": a finished study, or one that a job is making, has this name. Choose another name.`,
  },
  STUDY_UNFINISHED: {
    status: 409,
    exit: 2,
    message: (d: { name: string }) =>
      `study "${d.name}": it is not finished, so there is no report. GET /v1/studies/${d.name} says whether a job makes it or how to continue it.`,
  },
  STUDY_RUNNING: {
    status: 409,
    exit: 2,
    message: (d: { name: string }) =>
      `study "${d.name}": it is being made or removed. Cancel its job or wait for its end, then try again.`,
  },
  FOLDER_MISSING: {
    status: 409,
    exit: 2,
    message: (d: { what: string; field: string }) =>
      `this service has no folder of ${d.what}. Ask an administrator to set "${d.field}" in its configuration.`,
  },
  SESSION_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (d: { session: string }) => `unknown session "${d.session}".`,
  },
  REQUEST_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { field: string; found: string; accepted: string }) =>
      `${d.field}: found ${d.found}; accepted: ${ended(d.accepted)}`,
  },
  KEY_REQUIRED: {
    status: 401,
    exit: 2,
    message: (_: Record<string, never>) =>
      'this request needs an API key. Send it as a header: Authorization: Bearer tr_…',
  },
  KEY_INVALID: {
    status: 401,
    exit: 2,
    message: (d: { reason: string }) =>
      `this API key is not accepted: ${d.reason}. Ask an administrator for another one.`,
  },
  LINK_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (_: Record<string, never>) =>
      'this link is mistyped, revoked or expired: ask the person who sent it for a new one.',
  },
  ROLE_INSUFFICIENT: {
    status: 403,
    exit: 2,
    message: (d: { role: string; accepted: readonly string[] }) =>
      `keys of the role ${d.role} may not do this. Use a key of one of these roles: ${d.accepted.join(', ')}.`,
  },
  SCOPE_INSUFFICIENT: {
    status: 403,
    exit: 2,
    message: (d: { reason: string; todo: string }) =>
      `this key may not do this: ${d.reason}. ${d.todo}`,
  },
  ROUTE_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (d: { method: string; path: string }) =>
      `${d.method} ${d.path}: no such path. All paths are listed at /docs.`,
  },
  METHOD_UNKNOWN: {
    status: 405,
    exit: 2,
    message: (d: { method: string; path: string; accepted: readonly string[] }) =>
      `${d.path}: found the method ${d.method}; accepted: ${d.accepted.join(', ')}.`,
  },
  REQUEST_SLOW: {
    status: 408,
    exit: 2,
    message: (d: { seconds: number }) =>
      `the request did not arrive in full within ${d.seconds} seconds. Send less at a time.`,
  },
  BODY_TOO_LARGE: {
    status: 413,
    exit: 2,
    message: (d: { most: number }) =>
      `the request body is larger than ${d.most} bytes. Send it in parts, or ask an administrator to raise the limit.`,
  },
  TYPE_UNSUPPORTED: {
    status: 415,
    exit: 2,
    message: (d: { found: string; accepted: readonly string[] }) =>
      `Content-Type: found ${d.found}; accepted: ${d.accepted.join(', ')}.`,
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    exit: 2,
    message: (d: { most: number; of: string; seconds: number }) =>
      `more than ${d.most} ${d.of}. Try again in ${d.seconds} s.`,
  },
  PREPARATIONS_WAITING: {
    status: 429,
    exit: 2,
    message: (d: { most: number; of: string }) =>
      `too many calibrations and preparations of tests: ${d.most} ${d.of} are already running or waiting, which is the limit. Try again in a moment.`,
  },
  CLIENT_GONE: {
    status: 400,
    exit: 2,
    message: (_: Record<string, never>) =>
      'the client closed the connection before the reply. Send the request again and wait for the reply.',
  },
  JOBS_WAITING: {
    status: 429,
    exit: 2,
    message: (d: { most: number; of: string }) =>
      `too many jobs: ${d.most} ${d.of} are already waiting, which is the limit. Cancel some, or try again when some have started.`,
  },
  JOBS_NEED_RUNNER: {
    status: 400,
    exit: 2,
    message: (d: { location: string }) =>
      `limits.jobs is 0, so that workers would have to run jobs, and ${d.location} is an SQLite file, which has none. Give limits.jobs at least 1, or serve a PostgreSQL database.`,
  },
  SERVICE_CLOSING: {
    status: 503,
    exit: 2,
    message: (_: Record<string, never>) => 'the service is shutting down. Try again in a moment.',
  },
  TASK_SET_ASIDE: {
    status: 500,
    exit: 1,
    message: (d: { work: string; id: string; tries: number; error: string }) =>
      `a task of ${d.work} failed on workers at each of ${d.tries} tries (${d.error}) and was set aside as ${d.id}. Fix the cause, then run the same command again: what is done is kept. See thetarank worker list.`,
  },
  WORKERS_NEED_POSTGRES: {
    status: 400,
    exit: 2,
    message: (d: { what: string; location: string }) =>
      `${d.what}: workers share a PostgreSQL database, and ${d.location} is an SQLite file. Name one with --database postgres://… or THETARANK_DATABASE; with SQLite, commands compute in their own process.`,
  },
  THREAD_ENDED: {
    status: 500,
    exit: 1,
    message: (d: { reason: string }) =>
      `a worker thread ended before its work was done (${d.reason}). Run the command again; if memory ran out, use fewer --workers.`,
  },
  DEFECT: {
    status: 500,
    exit: 1,
    message: (d: { id: string }) =>
      `thetarank failed on something it should have handled: a defect. For the cause, see request ${d.id} in the log of the service.`,
  },
} as const;

export type ErrorCode = keyof typeof REGISTRY;
/** What a message of `code` is made of. */
export type Details<C extends ErrorCode> = Parameters<(typeof REGISTRY)[C]['message']>[0];

/** Every code with its HTTP status, in the order of the registry. */
export function errorCodes(): { readonly code: ErrorCode; readonly status: number }[] {
  return (Object.keys(REGISTRY) as ErrorCode[]).map((code) => ({
    code,
    status: REGISTRY[code].status,
  }));
}

/** What is accepted, as the end of a sentence: a question keeps its mark. */
function ended(accepted: string): string {
  return accepted.endsWith('?') ? accepted : `${accepted}.`;
}

/** An error a user can act on. Everything else that is thrown is a defect. */
export class ThetarankError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly exitCode: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown>) {
    super(message);
    this.name = 'ThetarankError';
    this.code = code;
    this.status = REGISTRY[code].status;
    this.exitCode = REGISTRY[code].exit;
    this.details = details;
  }
}

/** Throws the registered error `code`. */
export function fail<C extends ErrorCode>(code: C, details: Details<C>): never {
  const message = (REGISTRY[code].message as (d: Details<C>) => string)(details);
  throw new ThetarankError(code, onOneLine(message), details as Record<string, unknown>);
}

/** The error that `work` throws, for callers that pass errors on instead of throwing them. */
export function errorOf(work: () => never): ThetarankError {
  try {
    return work();
  } catch (error) {
    return error as ThetarankError;
  }
}

/** Names and cells go into messages as they were found: their line ends and control characters are escaped. */
export function onOneLine(message: string): string {
  return message.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
