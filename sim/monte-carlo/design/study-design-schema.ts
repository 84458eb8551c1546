import { z } from 'zod';
import { RUNGS } from '../../../calibration/fit/rungs.ts';
import { ASSEMBLY_NAMES } from '../../../src/cat/assemble/assembly-rule.ts';
import { UNMIXED } from '../../../src/cat/estimate-so-far.ts';
import { EXPOSURE_NAMES } from '../../../src/cat/exposure/exposure-rules.ts';
import { SELECT_NAMES, SELECTORS } from '../../../src/cat/select/selectors.ts';
import { ESTIMATORS } from '../../../src/irt/estimate/estimate.ts';
import { mixedSd } from '../truth/true-model.ts';
import { BOUNDS, DRAWN } from './bounds.ts';
import { STOPS } from './rules.ts';

const ability = z.number().min(-10).max(10);
const sd = z.number().positive().max(10);
const share = z.number().min(0).max(1);
const normal = z.strictObject({ mean: z.number().min(-10).max(10), sd });
const uniform = z.strictObject({
  low: z.number().min(-10).max(10),
  high: z.number().min(-10).max(10),
});
const positive = z.number().positive().max(20);
const name = z.string().min(1).max(100);

/** An object of which exactly one of these fields is given. */
function oneOf<T extends z.ZodRawShape>(shape: T, what: string) {
  const names = Object.keys(shape);
  const fields = Object.fromEntries(
    names.map((key) => [key, (shape[key] as z.ZodType).optional()]),
  ) as unknown as { [K in keyof T]: z.ZodOptional<T[K]> };
  return z
    .strictObject(fields)
    .refine((value) => Object.values(value).filter((given) => given !== undefined).length === 1, {
      error: `exactly one of ${names.join(', ')}`,
    })
    .meta({ description: `${what}: exactly one of ${names.join(', ')}.` });
}

/** If the sum of two dimensions has a smaller SD, they cancel each other. */
const LEAST_MIXED_SD = 0.01;

const count = { count: z.int().min(2).max(BOUNDS.examinees) };

const fieldValue = z.union([z.string().max(200), z.number()]);
const discrimination = z.union([
  z.number().positive().max(20),
  oneOf(
    { lognormal: normal, uniform: z.strictObject({ low: positive, high: positive }) },
    'Discriminations',
  ),
]);
const difficulty = z.union([ability, oneOf({ normal, uniform }, 'Difficulties')]);
const guessing = z.union([
  z.number().min(0).max(0.99),
  oneOf(
    {
      beta: z.strictObject({
        alpha: z.number().min(0.1).max(1000),
        beta: z.number().min(0.1).max(1000),
      }),
      uniform: z.strictObject({ low: share, high: z.number().min(0).max(0.99) }),
    },
    'Guessing',
  ),
]);
const upper = z.union([
  z.number().positive().max(1),
  oneOf(
    { uniform: z.strictObject({ low: positive, high: z.number().positive().max(1) }) },
    'Upper asymptotes',
  ),
]);

/** The default abilities. */
export const ABILITIES = { normal: { mean: 0, sd: 1, count: 200 } };
/** The error of a missing field: an example of what it may contain. */
const such = (what: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? what : undefined),
});

const generated = z.strictObject({
  items: z.int().min(1).max(BOUNDS.items),
  from: z.string().min(1).max(1000).optional().meta({
    description:
      'File of real item parameters to draw from, with replacement: CSV or JSON Lines with a, b and optionally c, d; relative to this file.',
  }),
  scale: z.number().positive().max(10).optional().meta({
    description:
      'With `from`: factor for every a; 1.7 converts the normal metric to the logistic one.',
    default: 1,
  }),
  where: z
    .record(name, z.union([fieldValue, z.array(fieldValue).min(1).max(BOUNDS.listed)]))
    .optional()
    .meta({
      description:
        'With `from`: fields of a line and their required values, each one value or a list.',
    }),
  a: discrimination.optional().meta({
    description:
      'Discrimination: one number or a distribution; `lognormal` gives the mean and SD of log a.',
    default: DRAWN.a,
  }),
  b: difficulty.optional().meta({ description: 'Difficulty.', default: DRAWN.b }),
  c: guessing.optional().meta({ description: 'Guessing, the lower asymptote.', default: DRAWN.c }),
  d: upper
    .optional()
    .meta({ description: 'The upper asymptote, above every c.', default: DRAWN.d }),
  tags: z
    .record(
      name,
      z.union([
        z.record(name, z.number().positive().max(1)),
        z.strictObject({ neighbours: z.int().min(2).max(BOUNDS.items) }),
      ]),
    )
    .default({})
    .meta({
      description:
        'Tags: the share of the items with each value, or the number of neighbours in the bank that share a value, such as the questions about one passage.',
    }),
  cost: z
    .union([
      z.number().nonnegative().max(BOUNDS.cost),
      oneOf(
        {
          lognormal: normal,
          uniform: z.strictObject({
            low: z.number().nonnegative().max(BOUNDS.cost),
            high: z.number().positive().max(BOUNDS.cost),
          }),
        },
        'Costs',
      ),
    ])
    .optional()
    .meta({ description: 'Cost of asking an item, in any unit, for budgets.' }),
});

/** Items come from distributions or from a file, not from both. */
const generate = generated.superRefine((value, context) => {
  const names = value.from === undefined ? ['scale', 'where'] : ['a', 'b', 'c', 'd'];
  for (const name of names)
    if (value[name as 'a'] !== undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: value.from === undefined ? `${name} with from` : 'no a, b, c or d with from',
      });
});

const bank = z
  .strictObject(
    {
      builtin: name.optional().meta({
        description:
          'A built-in bank, with its calibration: mmlu-pro, cruxeval-o, ikp, swebench-verified, climedbench.',
      }),
      file: z.string().min(1).max(1000).optional().meta({
        description:
          'CSV of item parameters: item,a,b,c,d,se_a,se_b,se_c,flag; relative to this file.',
      }),
      tags: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'With `file`: CSV of tags: item, then one column per tag.' }),
      costs: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'With `file` or `builtin`: CSV with the columns item and cost.' }),
      includeFlagged: z.boolean().optional().meta({
        description:
          'With `file`: true lets tests choose items flagged negative-slope or a-at-bound; by default they leave them out.',
      }),
      generate: generate
        .optional()
        .meta({ description: 'Items drawn from distributions, again in each replication.' }),
    },
    such('one of generate, builtin, file, such as bank: { generate: { items: 500 } }'),
  )
  .refine(
    ({ builtin, file, generate: drawn }) =>
      [builtin, file, drawn].filter((x) => x !== undefined).length === 1,
    {
      error: 'exactly one of builtin, file, generate',
    },
  )
  .refine(({ file, tags }) => tags === undefined || file !== undefined, {
    error: 'tags only with file',
    path: ['tags'],
  })
  .refine(({ file, includeFlagged }) => includeFlagged === undefined || file !== undefined, {
    error: 'includeFlagged only with file',
    path: ['includeFlagged'],
  })
  .refine(({ costs, generate: drawn }) => costs === undefined || drawn === undefined, {
    error: 'costs with file or builtin; cost within generate',
    path: ['costs'],
  });

const abilities = oneOf(
  {
    normal: normal.extend(count),
    uniform: uniform.extend(count),
    grid: z.strictObject({
      low: ability,
      high: ability,
      step: z.number().min(0.01).max(20),
      each: z
        .int()
        .min(1)
        .max(BOUNDS.examinees)
        .default(1)
        .meta({ description: 'Number of examinees at each point.' }),
    }),
    list: z.array(ability).min(2).max(BOUNDS.examinees),
  },
  'True abilities',
);

const truth = z.strictObject({
  secondDimension: z
    .strictObject({
      correlation: z.number().min(-1).max(1).default(0),
      loading: share.meta({
        description:
          'λ: affected items measure √(1 − λ²) θ + λ θ₂, put on the mean and SD of the abilities.',
      }),
      share: share.default(1).meta({ description: 'Share of the items that are affected.' }),
    })
    .refine(({ correlation, loading }) => mixedSd(correlation, loading) >= LEAST_MIXED_SD, {
      error:
        'a correlation above −1, or a loading away from √½ (the two dimensions must not cancel out)',
    })
    .optional(),
  testlets: z
    .strictObject({
      items: z
        .int()
        .min(2)
        .max(1000)
        .meta({ description: 'Number of neighbouring items that form a testlet.' }),
      sd: sd.meta({
        description:
          'SD of the effect that the items of a testlet share for an examinee, in units of ability.',
      }),
    })
    .optional(),
  wrongKeys: z
    .strictObject({
      share,
      options: z.int().min(2).max(26).default(4).meta({
        description:
          'Number of answer options: a wrong answer matches the wrong key with probability 1/(options − 1).',
      }),
    })
    .optional(),
  drift: z
    .strictObject({
      share,
      mean: z.number().min(-10).max(10).default(0),
      sd: z.number().min(0).max(10).default(0),
    })
    .optional()
    .meta({
      description:
        'Drift: items that have become harder by a normally distributed amount since their calibration.',
    }),
  noise: z
    .strictObject({ share })
    .optional()
    .meta({ description: 'Share of answers whose score is reversed.' }),
});

const calibration = z
  .strictObject({
    perturb: z
      .strictObject({
        a: z.number().min(0).max(3).optional().meta({ description: 'Standard error of log a.' }),
        b: z.number().min(0).max(10).optional(),
        c: z.number().min(0).max(0.5).optional(),
      })
      .optional()
      .meta({
        description:
          'Normal errors; standard errors that are left out come from se_a, se_b, se_c of the file.',
      }),
    recalibrate: z
      .strictObject({
        examinees: z
          .int()
          .min(10)
          .max(100_000)
          .meta({ description: 'Number of examinees drawn from N(0, 1), who answer all items.' }),
        rung: z.enum(RUNGS).default('3pl-shrunken'),
      })
      .optional(),
  })
  .refine(({ perturb, recalibrate }) => perturb === undefined || recalibrate === undefined, {
    error: 'perturb or recalibrate, or neither',
  });

/** Every option of every rule of selection; design.ts checks which rule accepts which. */
const selectOptions = Object.fromEntries(
  Object.values(SELECTORS).flatMap((entry) =>
    Object.entries(entry.options).map(([option, value]) => [
      option,
      (typeof value === 'boolean' ? z.boolean() : z.number().min(0).max(BOUNDS.items)).optional(),
    ]),
  ),
);
const selectName = z.enum(SELECT_NAMES);
const selector = z.union([selectName, z.strictObject({ rule: selectName, ...selectOptions })]);
const stop = z.union([
  z.enum(Object.keys(STOPS)),
  z.strictObject({
    rule: z.enum(Object.keys(STOPS)),
    below: z.number().positive().max(100).optional(),
    last: z.int().min(1).max(BOUNDS.items).optional(),
    cut: z.number().min(-100).max(100).optional(),
    confidence: z.number().positive().lt(1).optional(),
    indifference: z.number().positive().max(100).optional(),
    alpha: z.number().positive().lt(1).optional(),
    beta: z.number().positive().lt(1).optional(),
    most: z.number().positive().max(BOUNDS.cost).optional(),
    least: z.int().min(1).max(BOUNDS.items).optional(),
  }),
]);
/** The defaults of every rule. */
const RATE = 0.25;
const exposureName = z.enum(EXPOSURE_NAMES);
const exposure = z.union([
  z.literal('none'),
  exposureName,
  z.strictObject({
    rule: exposureName,
    rate: z.number().positive().max(1).optional().meta({
      description: 'The highest share of tests in which an item may be asked.',
      default: RATE,
    }),
    cuts: z.array(ability).max(BOUNDS.cuts).optional().meta({
      description: 'With eligibility: abilities that separate the levels, ascending.',
    }),
    fading: z.number().positive().max(1).optional(),
    block: z.int().min(1).max(BOUNDS.group).optional().meta({
      description: 'Number of sessions that start from the same history.',
    }),
    examinees: z.int().min(10).max(BOUNDS.group).optional().meta({
      description: 'With sympson-hetter: number of examinees of each round of the search.',
    }),
    rounds: z.int().min(1).max(100).optional().meta({
      description: 'With sympson-hetter: most rounds of the search.',
    }),
    tolerance: z.number().min(0).max(1).optional().meta({
      description:
        'With sympson-hetter: by how much the greatest rate may exceed `rate` when the search ends; by default three standard errors of a rate among its examinees.',
    }),
  }),
]);
const constraint = z.union([
  z.literal('none', { error: 'none, or an object with quotas, enemies, or both' }),
  z
    .strictObject({
      quotas: z
        .array(
          z.strictObject({
            tag: name,
            value: name,
            least: share.optional(),
            most: share.optional(),
          }),
        )
        .min(1)
        .max(BOUNDS.listed * 4)
        .optional(),
      enemies: z
        .union([
          z.strictObject({ tag: name }),
          z.array(z.array(name).min(2).max(BOUNDS.items)).min(1).max(BOUNDS.enemySets),
        ])
        .optional()
        .meta({
          description:
            'A test has at most one item of each value of a tag, or of each of these sets of item ids.',
        }),
      assembly: z
        .union([
          z.enum(ASSEMBLY_NAMES),
          z.strictObject({
            rule: z.literal('shadow'),
            every: z.int().min(1).max(BOUNDS.items).optional(),
            within: z.number().min(0).lt(1).optional(),
          }),
        ])
        .optional()
        .meta({
          description:
            'How the constraints are kept: greedy, item by item; or shadow, by assembling whole tests: a new one after `every` items, if the last one loses more than the share `within` of the information. By default greedy if it is exact.',
        }),
    })
    .refine(({ quotas, enemies }) => quotas !== undefined || enemies !== undefined, {
      error: 'quotas, enemies, or both',
    }),
]);
const list = <T extends z.ZodType>(one: T, what?: string) =>
  z
    .array(one, what === undefined ? undefined : such(what))
    .min(1)
    .max(BOUNDS.listed);
const place = z.int().min(1).max(BOUNDS.listed).optional();
/** One object or a list of them; `none` is an empty one. Read as a list. */
const oneOrList = <T extends z.ZodType>(one: T) => {
  const form = z.union([z.literal('none'), one]);
  return z
    .union([form, list(form)])
    .default('none')
    .transform((given) =>
      (Array.isArray(given) ? given : [given]).map(
        (each) => (each === 'none' ? {} : each) as z.output<T>,
      ),
    );
};
const length = z.int().min(1).max(BOUNDS.items);
const lag = z.int().min(1).max(1000);

/** The shape of a design in a YAML file. design.ts checks the rest. */
export const designSchema = z.strictObject({
  seed: z.union([z.int().nonnegative(), z.string().min(1).max(100)]).default(1),
  replications: z.int().min(1).max(BOUNDS.replications).default(20),
  group: z.int().min(2).max(BOUNDS.group).default(100).meta({
    description:
      'Most examinees that are ranked against each other. The examinees of a replication are divided evenly into as few groups as possible; each group is also a block of work.',
  }),
  bank,
  abilities: abilities.default(ABILITIES),
  truth: oneOrList(truth).meta({
    description:
      'How answers deviate from the response model of the test: one deviation, or a list to compare.',
  }),
  calibration: oneOrList(calibration).meta({
    description:
      'Errors of the item parameters that the test uses: one kind, or a list to compare.',
  }),
  prior: normal.default({ mean: 0, sd: 1 }),
  start: ability.default(0),
  unmixed: z.enum(UNMIXED).default('eap').meta({
    description:
      'Estimate of ml as long as all answers are right or all are wrong: eap, or the bound of the scale as in catR.',
  }),
  bounds: z.tuple([ability, ability]).default([-6, 6]),
  estimators: list(z.enum(ESTIMATORS)).default(['ml']),
  selectors: list(selector).default(['maximum-information']),
  constraints: list(constraint).default(['none']),
  exposure: list(exposure).default(['none']).meta({
    description:
      'Rules of exposure: how often items may be asked, over the examinees of a replication in their order.',
  }),
  stopping: list(stop).default(['length']),
  lags: list(lag).default([1]),
  lengths: list(length, 'a list of numbers of items, such as lengths: [20, 40]').meta({
    description: 'Number of items of a test; with another stopping rule, the most.',
  }),
  only: z
    .array(
      z.strictObject({
        truth: place,
        calibration: place,
        estimator: z.enum(ESTIMATORS).optional(),
        selector: place,
        constraint: place,
        exposure: place,
        stopping: place,
        lag: lag.optional(),
        length: length.optional(),
      }),
    )
    .min(1)
    .max(BOUNDS.cells)
    .optional()
    .meta({
      description:
        'Only some of the combinations: cells that match one of these; estimator, lag and length by value, all others by their position in the list, from 1.',
    }),
  bins: z
    .strictObject({ low: ability, high: ability, count: z.int().min(1).max(BOUNDS.bins) })
    .default({ low: -3, high: 3, count: 12 })
    .meta({
      description:
        'Bounds of the intervals of true ability for which measures are reported; the first and the last interval are open.',
    }),
  top: z.array(z.int().min(1).max(BOUNDS.group)).max(BOUNDS.cuts).default([1, 3, 5]).meta({
    description:
      'Numbers k: the share of the estimated best k that are truly among the best k is reported.',
  }),
  cuts: z.array(ability).max(BOUNDS.cuts).default([]).meta({
    description:
      'Abilities that separate classes: the share of examinees put on the right side is reported. Cuts of stopping rules are added.',
  }),
  precision: z.record(z.string().max(100), positive).default({}).meta({
    description:
      'Requested Monte Carlo standard errors, by the name of a measure in results.csv. The report says how many replications they take.',
  }),
});

export type ParsedStudyDesign = z.output<typeof designSchema>;
/** The deviations of answers from the fitted model. */
export type Truth = z.output<typeof truth>;
/** The errors of the parameters that the test uses. */
export type Calibration = z.output<typeof calibration>;

/** The shape of a design as JSON Schema (2020-12), the text of docs/schema/monte-carlo.schema.json. */
export function monteCarloJsonSchema(): string {
  const schema = z.toJSONSchema(designSchema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ title: 'thetarank monte carlo design', ...schema }, null, 2)}\n`;
}
