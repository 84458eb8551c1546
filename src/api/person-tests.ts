import { z } from 'zod';
import { written } from './common.ts';
import { newSession, sessionState, sessionSummary, standingSchema } from './sessions.ts';

/** Longest answer of a person to one question, in characters. */
const LONGEST_ANSWER = 20_000;

/** One question as a person sees it: without key, explanation, tags, parameters, and whether it counts. */
const personQuestion = z.object({
  place: z.int().meta({ description: 'its place in the test, from 1; answers name it by this' }),
  type: z.enum(['single', 'multiple', 'sequencing', 'open', 'case']),
  language: z.string(),
  context: z.string().nullable(),
  stem: z.string(),
  options: z.array(z.object({ letter: z.string(), text: z.string() })).meta({
    description: 'empty for questions that are answered in words',
  }),
  images: z.array(z.string()).meta({
    description: 'pictures as data URIs, or their addresses',
  }),
  turns: z.array(z.object({ question: z.string(), answer: z.string().nullable() })).meta({
    description:
      'for a case: its questions up to the one to answer now, with the person’s own earlier answers; else empty',
  }),
  questions: z.int().nullable().meta({ description: 'for a case: how many questions it has' }),
});
export type PersonQuestion = z.infer<typeof personQuestion>;

/** A test as the person who takes it sees it. */
export const personTest = z.object({
  session: z.string(),
  examinee: z.string(),
  state: sessionState,
  begun: z.boolean(),
  onBreak: z.boolean(),
  timeOver: z.boolean().meta({ description: 'whether it ended because its time was over' }),
  form: z.enum(['adaptive', 'fixed']),
  length: z.int().meta({ description: 'most questions' }),
  answered: z.int(),
  waiting: z.array(z.int()).meta({
    description:
      'places of the questions to answer now: one of an adaptive test, all that are left of a fixed form; empty before the beginning and in breaks',
  }),
  timeLimit: z.number().nullable().meta({
    description: 'minutes from the beginning, with extra time; null for no limit',
  }),
  secondsLeft: z.number().nullable().meta({
    description: 'by the clock of the service; null without a time limit',
  }),
  breaks: z.enum(['any', 'none']),
  feedback: z.enum(['none', 'result']),
  question: personQuestion.nullable(),
});
export type PersonTest = z.infer<typeof personTest>;

export const personTestQuery = z.object({
  place: z.coerce.number().int().min(1).max(100_000).optional().meta({
    description: 'the question to show, one of those that wait; by default the first of them',
  }),
});

export const extraTime = z.object({
  minutes: newSession.shape.extraMinutes.unwrap().meta({
    description:
      'extra time in total, which replaces what was given before; less than before is accepted too',
  }),
});

/** An answer of a person: to one question, final. */
export const personResponse = z.object({
  place: z.int().min(1).max(100_000),
  choice: z
    .array(z.string().regex(/^[A-Z]$/))
    .max(26)
    .optional()
    .meta({
      description: 'letters of the chosen options; of a sequencing question all, in order',
    }),
  text: written(LONGEST_ANSWER).optional().meta({ description: 'an answer in words' }),
  turn: z.int().min(0).max(100).default(0).meta({
    description: 'for a case: which of its questions, from 0',
  }),
});
export type PersonResponse = z.infer<typeof personResponse>;

/** Which share of others has a lower score; an interval, because the score has one. */
const percentile = z.object({
  count: z.int().meta({ description: 'how many others it is compared with' }),
  at: z.number().meta({ description: 'percent with a lower score; of equal ones half' }),
  low: z.number().meta({ description: 'the same for the lower end of the 90% interval' }),
  high: z.number(),
});

/** The result of a person in numbers: nobody else is named. */
export const personReport = z.object({
  session: sessionSummary.pick({
    id: true,
    examinee: true,
    state: true,
    length: true,
    answered: true,
    finishedAt: true,
    strategy: true,
    calibration: true,
  }),
  timeOver: z.boolean(),
  standing: standingSchema
    .pick({
      answers: true,
      ability: true,
      se: true,
      atBound: true,
      score: true,
      low: true,
      high: true,
      expected: true,
      verified: true,
      unverified: true,
      shareRight: true,
    })
    .nullable()
    .meta({ description: 'null with fewer than 10 answers' }),
  few: z
    .object({ answers: z.int(), right: z.number() })
    .nullable()
    .meta({ description: 'instead of the standing, if there are one to nine answers' }),
  guessing: z.number().nullable().meta({
    description:
      'score in points of whoever guesses at all items of the bank; null if it has no texts',
  }),
  models: percentile.nullable().meta({ description: 'null if there are no recorded models' }),
  people: percentile.nullable().meta({
    description: 'null if fewer than five other people have a result on the same scale',
  }),
  scores: z.object({
    models: z.array(z.number()).meta({ description: 'scores in points, ascending' }),
    people: z.array(z.number()),
  }),
});
export type PersonReport = z.infer<typeof personReport>;
