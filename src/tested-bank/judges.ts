import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { fail } from '../errors.ts';
import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import type { Rubric } from '../prompt/judge/rubric.ts';
import { rubricOf } from '../prompt/judge/rubrics.ts';
import { judgeWordingOf } from '../prompt/judge/wording/language.ts';
import { PROMPT_LANGUAGES } from '../prompt/prompt.ts';
import type { LiveBank } from './live-bank.ts';

/** Who is to judge, and by which rubrics besides the built-in ones. */
export interface NamedJudges {
  readonly judges: readonly EndpointConfiguration[];
  readonly rubrics: readonly Rubric[];
}

/** That there are judges and rubrics for all items of a bank that need them. @throws JUDGES_MISSING; NAME_UNKNOWN */
export function requireJudges(
  {
    rubrics,
    recorded,
  }: Pick<LiveBank, 'rubrics'> & { readonly recorded: Pick<LiveBank['recorded'], 'name'> },
  judges: NamedJudges | undefined,
): void {
  for (const rubric of rubrics) {
    if (judges === undefined) fail('JUDGES_MISSING', { rubric, where: `bank ${recorded.name}` });
    rubricOf(rubric, 'en', judges.rubrics);
  }
}

/**
 * What a run records of its judges: other judges, rubrics or words are other measurements. Nothing for a bank without such items. No
 * keys.
 * @param isNeeded whether there are judges to ask
 */
export function recordedJudges(
  { rubrics }: Pick<LiveBank, 'rubrics'>,
  judges: NamedJudges | undefined,
  isNeeded = rubrics.length > 0,
): { readonly judging?: object } {
  if (!isNeeded || judges === undefined) return {};
  const hashOf = (name: string) =>
    PROMPT_LANGUAGES.map((language) => rubricOf(name, language, judges.rubrics)).map((rubric) =>
      createHash('sha256').update(canonicalJson(rubric)).digest('hex').slice(0, 16),
    );
  return {
    judging: {
      judges: judges.judges
        .map(({ name, baseUrl, model, sampling, systemPrompt, extraBody, extraHeaders }) => ({
          ...{ name, baseUrl, model, sampling, systemPrompt, extraBody, extraHeaders },
        }))
        .sort((x, y) => (x.name < y.name ? -1 : 1)),
      rubrics: Object.fromEntries(rubrics.map((name) => [name, hashOf(name)])),
      wording: PROMPT_LANGUAGES.map((name) => `${name}-${judgeWordingOf(name).revision}`),
    },
  };
}
