import { BOUNDS, type ItemType } from '../../items/item.ts';
import { Rejection } from '../records/records.ts';
import type { FieldMap } from './field-map.ts';
import { type HumanFields, humanFields } from './human-figures.ts';

/** What fields are commonly called, best first; case, spaces, `_` and `-` do not count. */
const NAMES = {
  id: ['id', 'item', 'itemid', 'questionid', 'qid', 'sampleid', 'uid'],
  context: ['context', 'passage', 'background', 'article'],
  stem: ['stem', 'question', 'questiontext', 'prompt', 'query', 'problem', 'input', 'description'],
  options: ['options', 'choices', 'option', 'candidates'],
  key: [
    ...['key', 'answer', 'answerkey', 'correctanswer', 'correct', 'target', 'gold', 'qapairs'],
    ...['reference', 'references', 'referenceanswer'],
  ],
  metric: ['metric'],
  images: ['images', 'image', 'imageurl', 'imageurls', 'imagepath', 'picture', 'pictures'],
  explanation: ['explanation', 'rationale', 'analysis', 'solution'],
} as const;

/** Fields that hold the place of the right option, from 0: the key where there is no other. */
const INDEX_NAMES = ['answerindex', 'answeridx', 'correctindex', 'correctidx', 'labelindex'];

/** Fields that state the key once more beside another: as letters, as the text of an option, or as a place from 0 or from 1. */
const ALSO_KEYS = [
  ...['correctoption', 'correctchoice', 'correctletter', 'cop', 'rightanswer'],
  ...['goldindex', 'answerletter', 'answertext'],
];
/** The same, but numbers in them are often of something else: a class, a row. */
const MAYBE_KEYS = ['label', 'goldlabel', 'answerid', 'answernumber'];

/** How a field that may state the key once more does so. */
export type KeyForm = 'letters' | 'index' | 'either' | 'maybe';

/** Said anyway by what is read: no tags. */
const REDUNDANT = ['noptions', 'optioncount', 'numoptions', ...INDEX_NAMES];

const TYPES: readonly string[] = [
  'single',
  'multiple',
  'sequencing',
  'open',
  'case',
] satisfies ItemType[];

/** The map of a record, and its fields that are neither mapped nor redundant: tags, where they can be. A field `metric` may be both. */
export interface RecognisedFields {
  readonly map: FieldMap;
  /** Fields that may state the key once more, such as `answer_idx` beside `answer`. */
  readonly keys: ReadonlyMap<string, KeyForm>;
  readonly others: readonly string[];
}

/**
 * Which of `fields` is what, by its name. What `given` says counts before what a name says.
 * @throws Rejection where there is no stem or no key
 */
export function recogniseFields(
  fields: readonly string[],
  given: Partial<FieldMap> = {},
): RecognisedFields {
  const named = fieldsByName(fields);
  const find = (names: readonly string[]) =>
    names.map((name) => named.get(name)).find((field) => field !== undefined);
  const keys = new Map(
    (given.key === undefined
      ? [
          ...NAMES.key.map((name) => [name, 'letters'] as const),
          ...INDEX_NAMES.map((name) => [name, 'index'] as const),
          ...ALSO_KEYS.map((name) => [name, 'either'] as const),
          ...MAYBE_KEYS.map((name) => [name, 'maybe'] as const),
        ]
      : []
    ).flatMap(([name, form]): [string, KeyForm][] => {
      const field = named.get(name);
      return field === undefined ? [] : [[field, form]];
    }),
  );
  const index = given.key === undefined ? find(INDEX_NAMES) : undefined;
  const key = given.key ?? find(NAMES.key) ?? index;
  const stem = given.stem ?? find(NAMES.stem);
  const metric = find(NAMES.metric);
  const missing = stem === undefined ? 'stem' : key === undefined ? 'key' : undefined;
  if (stem === undefined || key === undefined) throw new Rejection(unrecognised(fields, missing!));
  const map: FieldMap = {
    id: find(NAMES.id),
    context: find(NAMES.context),
    options: find(NAMES.options) ?? letterColumns(named),
    images: isTagOf(given, find(NAMES.images)) ? undefined : find(NAMES.images),
    explanation: find(NAMES.explanation),
    metric: isTagOf(given, metric) ? undefined : metric,
    keyIs: key === index ? 'index' : undefined,
    human: humanOf(given, humanFields(named)),
    ...given,
    stem,
    key,
  };
  const used = new Set(
    [map.id, map.context, stem, map.options, key, map.explanation, map.images, given.metric]
      .concat([map.human?.accuracy, map.human?.respondents])
      .flat(),
  );
  const others =
    map.tags !== undefined
      ? []
      : fields.filter((field) => !used.has(field) && !REDUNDANT.includes(plain(field)));
  return { map, keys, others };
}

/** Columns that are not named as tags. */
function humanOf(given: Partial<FieldMap>, found: HumanFields | undefined) {
  return found === undefined || isTagOf(given, found.accuracy) ? undefined : found;
}

function isTagOf({ tags = {} }: Partial<FieldMap>, field: string | undefined): boolean {
  return Object.values(tags).some((tag) => tag === field);
}

/** The first field of each name; case, spaces, `_` and `-` do not count. */
export function fieldsByName(fields: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const field of fields) if (!named.has(plain(field))) named.set(plain(field), field);
  return named;
}

const LETTERS = Array.from({ length: BOUNDS.options }, (_, k) => String.fromCharCode(97 + k));
const NUMBERS = LETTERS.map((_, k) => String(k + 1));
/** How columns of options are called, best first: what each begins with, and how they go on. */
const COLUMNS = [
  ['', LETTERS],
  ['option', LETTERS],
  ['choice', LETTERS],
  ['opt', LETTERS],
  ['op', LETTERS],
  ['option', NUMBERS],
  ['choice', NUMBERS],
  ['opt', NUMBERS],
  ['op', NUMBERS],
] as const;

/** Columns A, B, C …, option_a, opa, option1, …, as many as follow one another. */
export function letterColumns(named: ReadonlyMap<string, string>): string[] | undefined {
  for (const [prefix, marks] of COLUMNS) {
    const columns: string[] = [];
    for (const mark of marks) {
      const column = named.get(`${prefix}${mark}`);
      if (column === undefined) break;
      columns.push(column);
    }
    if (columns.length >= 2) return columns;
  }
  return undefined;
}

/** The type that a record states in a field `type`, where it is one of thetarank's. */
export function statedType(record: object): ItemType | undefined {
  const type = Object.hasOwn(record, 'type') ? (record as { type: unknown }).type : undefined;
  return typeof type === 'string' && TYPES.includes(type) ? (type as ItemType) : undefined;
}

function unrecognised(fields: readonly string[], missing: 'stem' | 'key'): string {
  const shown = fields.slice(0, 10).map((field) => JSON.stringify(field.slice(0, 40)));
  return `no ${missing} among the fields ${shown.join(', ')}: choose its field with --map ${missing}=FIELD`;
}

function plain(field: string): string {
  return field.toLowerCase().replaceAll(/[\s_-]/g, '');
}
