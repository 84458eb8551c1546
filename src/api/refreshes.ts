import { z } from 'zod';
import { ANSWER_SOURCES } from '../workflow/calibration/refresh/answer-sources.ts';
import { CALIBRATION_STATES } from '../workflow/calibration/refresh/calibration-states.ts';
import { calibrationSummary } from './banks.ts';
import { calibrationOrCurrent, LONGEST_NAME, time } from './common.ts';

const calibrationNumber = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

const note = z.string().max(1000).default('').meta({ description: 'a reason, for the log' });

const decision = z.object({
  number: z.int(),
  decision: z.enum(['accept', 'rollback']),
  calibration: z.int(),
  note: z.string(),
  by: z.string().meta({ description: 'name of the key or person that decided' }),
  at: time,
  undoes: z.int().nullable().meta({ description: 'the acceptance that a rollback takes back' }),
});

const listedCalibration = calibrationSummary.extend({
  state: z.enum(CALIBRATION_STATES).meta({
    description:
      'replaced: a later one was accepted since; proposal: a refresh of the one in force without a decision; outdated: a refresh of another one; kept: none of these',
  }),
  accepted: decision.nullable().meta({ description: 'the last acceptance' }),
});
export type ListedCalibration = z.infer<typeof listedCalibration>;
export const calibrationList = z.object({
  items: z.array(listedCalibration),
  inForce: z.int().nullable().meta({ description: 'the calibration that `current` means' }),
  log: z.array(decision).meta({ description: 'acceptances and rollbacks, newest first' }),
});
export type CalibrationList = z.infer<typeof calibrationList>;

export const newRefresh = z.object({
  calibration: calibrationOrCurrent.default('current'),
  method: z.enum(['auto', 'fixed', 'link']).default('auto').meta({
    description:
      'fixed: stable items keep their parameters; link: calibrated again and brought to the old scale',
  }),
  accept: z.boolean().default(false).meta({
    description: 'true: put it in force at once; administrators only',
  }),
});
export const acceptance = z.object({
  note,
  force: z.boolean().default(false).meta({
    description: 'true: also a refresh of another calibration than the one in force',
  }),
  promote: z.boolean().default(false).meta({
    description:
      'true: then let the pretest items count that the refresh has calibrated well enough; also if it is in force already',
  }),
  inForce: calibrationNumber.nullable().optional().meta({
    description:
      'the calibration in force, null for none; refused if another one is in force by now. By default whichever is in force',
  }),
});
export const rollback = z.object({
  calibration: calibrationNumber.meta({
    description: 'the calibration in force; refused if another one is in force by now',
  }),
  note,
});
export const calibrationChange = z.object({
  entry: decision,
  before: z.int().nullable(),
  after: z.int().nullable().meta({ description: 'the calibration in force afterwards' }),
});
export const acceptedCalibration = calibrationChange.extend({
  entry: decision.nullable().meta({ description: 'null if it was in force already' }),
  promoted: z.array(z.string()).meta({ description: 'pretest items that count now' }),
});

/** Rows of each list of a refresh that are sent; the command writes all. */
export const MOST_REFRESH_ROWS = 200;
const curve = z.object({ a: z.number(), b: z.number(), seB: z.number().nullable() });
const refreshItem = z.object({
  item: z.string(),
  fate: z.string().meta({ description: 'what became of its parameters, in words' }),
  drifted: z.boolean(),
  old: curve.nullable(),
  new: curve.nullable(),
  change: z.number().nullable().meta({ description: 'of the difficulty' }),
  changeSe: z.number().nullable(),
  shift: z.number().nullable().meta({
    description: 'how much harder the item is for new models, in units of ability',
  }),
  shiftSe: z.number().nullable(),
  robustZ: z.number().nullable(),
  p: z.number().nullable().meta({
    description: 'least p of the likelihood-ratio tests, adjusted for all items',
  }),
  newAnswers: z.int(),
});
export type RefreshItem = z.infer<typeof refreshItem>;
const standing = z.object({ score: z.number(), error: z.number(), rank: z.int() });
const refreshModel = z.object({
  model: z.string(),
  isNew: z.boolean(),
  answers: z.int(),
  before: standing,
  after: standing,
});

export const refreshView = z.object({
  calibration: z.int(),
  refreshed: z.int().meta({ description: 'the calibration that it refreshes' }),
  facts: z.array(z.string()),
  warnings: z.array(z.string()),
  items: z.int(),
  models: z.int(),
  driftedItems: z.int(),
  drifted: z.array(refreshItem).meta({ description: 'least p first' }),
  changedItems: z.int(),
  changed: z.array(refreshItem).meta({ description: 'largest change first' }),
  difficulties: z.object({
    old: z.array(z.number()),
    new: z.array(z.number()),
    drifted: z.array(z.boolean()),
    items: z.array(z.string()),
  }),
  changedModels: z.array(refreshModel).meta({ description: 'largest change of the score first' }),
  ranking: z.object({
    tau: z.number().nullable(),
    pairs: z.int(),
    swapped: z.int(),
    clear: z.int().meta({
      description: 'swapped pairs whose differences before and after exceed 1.96 standard errors',
    }),
    swaps: z.array(
      z.object({
        above: z.string(),
        below: z.string(),
        zBefore: z.number(),
        zAfter: z.number(),
      }),
    ),
  }),
  pretest: z
    .array(
      z.object({
        item: z.string(),
        answers: z.int(),
        a: z.number().nullable(),
        b: z.number().nullable(),
        seB: z.number().nullable(),
        ready: z.boolean(),
      }),
    )
    .meta({ description: 'pretest items with answers, those first that are ready to count' }),
  retirements: z.array(z.object({ item: z.string(), reasons: z.array(z.string()) })),
  saturated: z.int().meta({
    description: 'items that every new model has right, and that told earlier models apart',
  }),
  unsolved: z
    .int()
    .meta({ description: 'items that no new model has right, and earlier ones had' }),
});
export type RefreshView = z.infer<typeof refreshView>;
export const refreshList = z.object({
  items: z.array(
    z.object({
      calibration: z.int(),
      refreshed: z.int(),
      state: z.enum(CALIBRATION_STATES),
      createdAt: time,
      newModels: z.int(),
      driftedItems: z.int(),
      changedItems: z.int(),
      clearSwaps: z.int(),
      retirements: z.int(),
    }),
  ),
});
export const rescoredPath = z.object({
  bank: z.string().min(1).max(LONGEST_NAME),
  calibration: z.union([z.literal('current'), z.coerce.number().int().min(1)]).meta({
    description: 'number of a kept calibration, or current for the one in force',
  }),
});
export const rescoredQuery = z.object({
  source: z.enum(ANSWER_SOURCES).optional().meta({
    description: 'only answers that are kept there; by default all',
  }),
  run: z.coerce.number().int().min(1).optional().meta({ description: 'only answers of this run' }),
});
export const rescoredRanking = z.object({
  bank: z.string(),
  calibration: z.int(),
  fingerprint: z.string().meta({ description: 'of the parameters, as `calibrate show` prints it' }),
  items: z.int().meta({ description: 'items that scores are about' }),
  models: z
    .array(
      z.object({
        model: z.string(),
        rank: z.int().meta({ description: 'equal scores share the better rank' }),
        answers: z.int(),
        ability: z.number(),
        abilityError: z.number(),
        score: z.number().meta({ description: 'expected score in points' }),
        error: z.number(),
        low: z.number().meta({ description: 'ends of the 90% interval from the model alone' }),
        high: z.number(),
        isCalibratedOn: z.boolean().meta({
          description: 'whether the calibration was made from answers of this model',
        }),
      }),
    )
    .meta({ description: 'highest score first' }),
});

export const refreshPath = z.object({
  bank: z.string().min(1).max(LONGEST_NAME),
  calibration: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});
