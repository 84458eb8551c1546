import { z } from 'zod';
import type { WrittenType } from './issues.ts';
import { jsonObjects } from './json-objects.ts';
import { ownText } from './own-text.ts';

/** The most of each text, in UTF-16 code units. */
const LONGEST = 4000;
const text = z.string().trim().min(1).max(LONGEST);

const common = {
  stem: text,
  explanation: z.string().trim().max(LONGEST).default(''),
  quote: z.string().trim().max(LONGEST).default(''),
};

const SHAPES = {
  single: z.object({ ...common, right: text, wrong: z.array(text).min(2).max(7) }),
  multiple: z.object({
    ...common,
    right: z.array(text).min(1).max(6),
    wrong: z.array(text).min(1).max(6),
  }),
  sequencing: z.object({ ...common, order: z.array(text).min(3).max(8) }),
  open: z.object({ ...common, answers: z.array(text).min(1).max(5) }),
} as const satisfies Record<WrittenType, z.ZodType>;

/** The form that a writer fills in, by type. */
export const FORMS: Readonly<Record<WrittenType, string>> = {
  single: '{"stem": "…", "right": "…", "wrong": ["…", "…", "…"], "explanation": "…", "quote": "…"}',
  multiple:
    '{"stem": "…", "right": ["…", "…"], "wrong": ["…", "…"], "explanation": "…", "quote": "…"}',
  sequencing: '{"stem": "…", "order": ["…", "…", "…"], "explanation": "…", "quote": "…"}',
  open: '{"stem": "…", "answers": ["…"], "explanation": "…", "quote": "…"}',
};

/** A question as its writer gave it, right and wrong options apart: where they stand is not the writer's choice. */
export interface DraftedQuestion {
  readonly type: WrittenType;
  readonly stem: string;
  /** Right options, all of them in their order for `sequencing`, or reference answers. */
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly explanation: string;
  readonly quote: string;
}

/** The field that is missing or wrong; null if there is no object at all. */
export interface NoQuestion {
  readonly field: string | null;
}

/** Reads the question from a writer's replies: the first that has one. @param outputs in their order */
export function draftedQuestion(
  type: WrittenType,
  outputs: readonly string[],
): DraftedQuestion | NoQuestion {
  let last: NoQuestion = { field: null };
  for (const output of outputs) {
    const read = readReply(type, output);
    if ('stem' in read) return read;
    last = read;
  }
  return last;
}

function readReply(type: WrittenType, output: string): DraftedQuestion | NoQuestion {
  let missing: NoQuestion = { field: null };
  for (const object of jsonObjects(ownText(output))) {
    const { data, error } = SHAPES[type].safeParse(object);
    if (data !== undefined) return drafted(type, data);
    missing = { field: error.issues[0].path.join('.').slice(0, 60) };
  }
  return missing;
}

type Data = z.output<(typeof SHAPES)[WrittenType]>;

function drafted(type: WrittenType, data: Data): DraftedQuestion {
  const { stem, explanation, quote } = data;
  const right =
    'order' in data ? data.order : 'answers' in data ? data.answers : [data.right].flat();
  return { type, stem, right, wrong: 'wrong' in data ? data.wrong : [], explanation, quote };
}
