import { z } from 'zod';
import { fail } from '../../errors.ts';
import { isCutByWord } from '../../finish-reason.ts';
import { parseJson } from '../../text/parse-json.ts';
import { quoted } from '../../text/quoted.ts';
import { readText } from '../../text/read-text.ts';

/** promptfoo's own number of its form of results. */
const VERSION = 3;
/** Why a test has no pass: a provider that failed, so that there is no answer. */
const ERROR = 2;
/** Results are read whole: texts of longer ones do not fit into a string. */
const BEGIN = 4096;

const METADATA = z.looseObject({ item: z.string().optional() }).nullish();
const ROW = z.looseObject({
  provider: z.looseObject({ id: z.string(), label: z.string().nullish() }),
  score: z.number(),
  failureReason: z.int().nullish(),
  response: z.looseObject({ finishReason: z.string().nullish() }).nullish().catch(null),
  testCase: z.looseObject({ metadata: METADATA }),
});
const RESULTS = z.looseObject({
  results: z.looseObject({ version: z.int(), results: z.array(ROW) }),
});

const ACCEPTED = `results of promptfoo as eval -o FILE.json writes them (version ${VERSION})`;

/** Answers of one model in results of promptfoo. */
export interface PromptfooAnswers {
  readonly model: string;
  /** Item to score in [0, 1]; the mean over repeats. */
  readonly scores: ReadonlyMap<string, number>;
  /** Tests of the model. */
  readonly tests: number;
  /** Tests without an answer, because the provider failed. */
  readonly failed: number;
  /** Answers that ended at the limit of tokens and got no point. */
  readonly truncated: number;
  /** Tests without an item in their metadata. */
  readonly unnamed: number;
}

/** Whether a text is JSON of results of promptfoo, by its beginning. @param text of a file, or its first part */
export function isPromptfoo(text: string): boolean {
  return /^\s*\{\s*"evalId"\s*:/.test(text.slice(0, BEGIN));
}

/**
 * The answers in results of promptfoo, whose configuration `form --format promptfoo` wrote: by model, in their order. Each test names its
 * item in its metadata; the score is promptfoo's.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readPromptfoo(file: string): PromptfooAnswers[] {
  const value = parseJson(readText(file).toString('utf8'));
  const parsed = RESULTS.safeParse(value);
  if (!parsed.success || parsed.data.results.version !== VERSION) {
    const version = (value as { results?: { version?: unknown } } | undefined)?.results?.version;
    const field = parsed.error?.issues[0]?.path.join('.');
    return fail('FILE_INVALID', {
      file,
      found:
        value === undefined
          ? 'text that is not JSON'
          : version !== undefined && version !== VERSION
            ? `version ${quoted(String(version))} of results`
            : `no valid field ${field}`,
      accepted: ACCEPTED,
    });
  }
  const models = new Map<string, ModelRows>();
  parsed.data.results.results.forEach((row, k) => {
    const { provider, score, failureReason, response, testCase } = row;
    const model = provider.label || provider.id;
    const own = models.get(model) ?? {
      scores: new Map(),
      tests: 0,
      failed: 0,
      truncated: 0,
      unnamed: 0,
    };
    models.set(model, own);
    own.tests++;
    const item = testCase.metadata?.item;
    if (item === undefined) own.unnamed++;
    else if (failureReason === ERROR) own.failed++;
    else if (!(score >= 0 && score <= 1))
      fail('FILE_INVALID', {
        file,
        where: `result ${k + 1}, item ${quoted(item)}`,
        found: `score ${score}`,
        accepted: 'a score from 0 to 1',
      });
    else {
      if (score === 0 && isCutByWord(response?.finishReason) === true) own.truncated++;
      own.scores.set(item, [...(own.scores.get(item) ?? []), score]);
    }
  });
  const found = [...models].map(([model, { scores, ...counts }]) => ({
    model,
    ...counts,
    scores: new Map(
      [...scores].map(([item, own]) => [item, own.reduce((sum, one) => sum + one, 0) / own.length]),
    ),
  }));
  if (found.every(({ scores }) => scores.size === 0))
    fail('FILE_INVALID', {
      file,
      found: 'no answer of a test with metadata.item',
      accepted: 'results of a configuration that thetarank form --format promptfoo wrote',
    });
  return found;
}

interface ModelRows {
  readonly scores: Map<string, readonly number[]>;
  tests: number;
  failed: number;
  truncated: number;
  unnamed: number;
}
