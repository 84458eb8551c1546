import { z } from 'zod';
import { fail } from '../../errors.ts';
import { isCutByWord } from '../../finish-reason.ts';
import { fileJson } from '../../text/file-json.ts';
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
  namedScores: z.record(z.string(), z.unknown()).nullish().catch(null),
  failureReason: z.int().nullish(),
  error: z.string().nullish().catch(null),
  gradingResult: z.unknown().optional(),
  promptIdx: z.int().nullish().catch(null),
  response: z
    .looseObject({ finishReason: z.string().nullish(), error: z.unknown().optional() })
    .nullish()
    .catch(null),
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
  /** Items to which all answers did. */
  readonly absent: ReadonlyMap<string, 'truncated'>;
  /** Tests without an item in their metadata. */
  readonly unnamed: number;
  /** Parts of the scores, which are not taken (`namedScores`). */
  readonly otherMetrics: readonly string[];
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
  const value = fileJson(file, readText(file).toString('utf8'));
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
    const { provider, score, response, testCase } = row;
    const model = provider.label || provider.id;
    const prompt = row.promptIdx ?? 0;
    const own = models.get(model) ?? {
      id: provider.id,
      prompt,
      scores: new Map(),
      tests: 0,
      failed: 0,
      truncated: 0,
      cut: new Map(),
      unnamed: 0,
      otherMetrics: new Set<string>(),
    };
    models.set(model, own);
    if (own.id !== provider.id)
      fail('FILE_INVALID', {
        file,
        where: `result ${k + 1}`,
        found: `the providers ${quoted(own.id)} and ${quoted(provider.id)} under the label ${quoted(model)}`,
        accepted: 'a label of its own for each provider',
      });
    if (own.prompt !== prompt)
      fail('FILE_INVALID', {
        file,
        where: `result ${k + 1}, model ${quoted(model)}`,
        found: 'answers to several prompts',
        accepted:
          'one prompt, as form --format promptfoo writes it: promptfoo eval --filter-prompts',
      });
    own.tests++;
    for (const part of Object.keys(row.namedScores ?? {})) own.otherMetrics.add(part);
    const item = testCase.metadata?.item;
    if (item === undefined) own.unnamed++;
    else if (hasFailed(row)) own.failed++;
    else if (!(score >= 0 && score <= 1))
      fail('FILE_INVALID', {
        file,
        where: `result ${k + 1}, item ${quoted(item)}`,
        found: `score ${score}`,
        accepted: 'a score from 0 to 1',
      });
    else {
      if (score === 0 && isCutByWord(response?.finishReason) === true) {
        own.truncated++;
        own.cut.set(item, (own.cut.get(item) ?? 0) + 1);
      }
      own.scores.set(item, [...(own.scores.get(item) ?? []), score]);
    }
  });
  const found = [...models].map(
    ([model, { scores, cut, id: _, prompt: __, otherMetrics, ...counts }]) => ({
      model,
      ...counts,
      otherMetrics: [...otherMetrics],
      absent: new Map(
        [...cut].flatMap(([item, n]) =>
          n === scores.get(item)!.length ? [[item, 'truncated' as const]] : [],
        ),
      ),
      scores: new Map(
        [...scores].map(([item, own]) => [
          item,
          own.reduce((sum, one) => sum + one, 0) / own.length,
        ]),
      ),
    }),
  );
  if (found.every(({ scores }) => scores.size === 0))
    fail('FILE_INVALID', {
      file,
      found: 'no answer of a test with metadata.item',
      accepted: 'results of a configuration that thetarank form --format promptfoo wrote',
    });
  return found;
}

/** Whether the provider failed. Earlier versions do not say why a test has no pass; a test that failed has a grade. */
function hasFailed({
  failureReason,
  error,
  gradingResult,
  response,
}: z.output<typeof ROW>): boolean {
  if (failureReason === ERROR || response?.error) return true;
  return failureReason == null && Boolean(error) && gradingResult == null;
}

interface ModelRows {
  /** The provider, and the number of its prompt. */
  readonly id: string;
  readonly prompt: number;
  readonly scores: Map<string, readonly number[]>;
  readonly cut: Map<string, number>;
  tests: number;
  failed: number;
  truncated: number;
  unnamed: number;
  readonly otherMetrics: Set<string>;
}
