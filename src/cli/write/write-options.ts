import { InvalidArgumentError } from 'commander';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { ModelArgs } from '../../operations/asking/model-args.ts';
import type { PromptLanguage } from '../../prompt/wording/language.ts';
import { WRITTEN_TYPES, type WrittenType } from '../../prompt/write/issues.ts';
import { readText } from '../../text/read-text.ts';
import { type GivenModels, readModels } from '../live/live-options.ts';
import type { DatabaseOptions } from '../options/database-option.ts';

/** The options of `write`, as commander has them. */
export interface WriteOptions extends DatabaseOptions {
  readonly source?: readonly string[];
  readonly writer?: string;
  readonly auditor?: string;
  readonly modelArg?: ModelArgs;
  readonly questions: number;
  readonly types: readonly WrittenType[];
  readonly language: PromptLanguage;
  readonly guideline?: string;
  readonly allowPersonalData?: boolean;
  readonly experts: readonly string[];
  readonly sample?: number;
  readonly rounds: number;
  readonly acceptShare: number;
  readonly bank?: string;
  readonly title?: string;
  readonly licence: string;
  readonly continue?: string;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly budget?: readonly string[];
  readonly concurrency: number;
  readonly unlisted?: boolean;
  readonly seed: number;
  readonly json?: boolean;
}

/** Most characters of a guideline: it stands in every prompt. */
const LONGEST_GUIDELINE = 8000;

/** Types of questions between commas. */
export function writtenTypes(text: string): WrittenType[] {
  return text.split(',').map((part) => {
    const type = WRITTEN_TYPES.find((one) => one === part.trim());
    if (type === undefined)
      throw new InvalidArgumentError(`Accepted: ${WRITTEN_TYPES.join(', ')}, separated by commas.`);
    return type;
  });
}

/** Two or three names between commas. */
export function expertNames(text: string): string[] {
  const names = text.split(',').map((part) => part.trim());
  if (
    names.some((name) => name === '' || name.length > 200) ||
    new Set(names).size !== names.length
  )
    throw new InvalidArgumentError(
      'Accepted: different names separated by commas, such as anna,ben.',
    );
  if (names.length !== 2)
    throw new InvalidArgumentError('Accepted: two names: two experts decide about every question.');
  return names;
}

/** A guideline of a file. @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID */
export function readGuideline(file: string | undefined): string | null {
  if (file === undefined) return null;
  const text = readText(file).toString('utf8').trim();
  if (text === '' || text.length > LONGEST_GUIDELINE)
    fail('FILE_INVALID', {
      file,
      found: text === '' ? 'no text' : `${text.length} characters`,
      accepted: `a guideline of 1 to ${LONGEST_GUIDELINE} characters`,
    });
  return text;
}

/** A model that one of the options names. */
export function namedModel(
  name: string,
  { modelArg, concurrency }: WriteOptions,
): { readonly model: EndpointConfiguration; readonly wordsOf: GivenModels['wordsOf'] } {
  const { models, wordsOf } = readModels({
    ...{ concurrency, lag: 1, leaveOut: [] },
    model: [name],
    ...(modelArg && { modelArg }),
  });
  return { model: models[0], wordsOf };
}
