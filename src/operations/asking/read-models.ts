import { z } from 'zod';
import {
  describeProblem,
  type SchemaOfFile,
} from '../../../calibration/synthesize/configuration-problem.ts';
import { fail } from '../../errors.ts';
import {
  type EndpointConfiguration,
  type EndpointOptions,
  endpointConfiguration,
  endpointSchema,
} from '../../examinee/endpoint/configuration/configuration.ts';
import { parseModelAddress } from '../../examinee/endpoint/configuration/model-address.ts';
import { parseJson } from '../../text/parse-json.ts';
import { readText } from '../../text/read-text.ts';
import { endpointSettings, type ModelArgs } from './model-args.ts';

/** Models by their addresses, and those of a file. */
export interface ModelsRequest {
  readonly model: readonly string[];
  readonly modelsFile?: string | undefined;
  readonly modelArg: ModelArgs;
  readonly concurrency: number;
}

/** What the models are, by their addresses and their file. @throws OPTION_INVALID, OPTIONS_CONFLICT, FILE_INVALID */
export function readModels({ model, modelsFile: file, modelArg, concurrency }: ModelsRequest): {
  readonly models: readonly EndpointConfiguration[];
  /** Names of those that stand in the file. */
  readonly ofFile: ReadonlySet<string>;
} {
  const given = model.map((text) => ({ ...parseModelAddress(text) }));
  const listed = file === undefined ? [] : readModelsFile(file);
  const common = endpointSettings(modelArg, concurrency);
  const models = [...given, ...listed].map((own: Partial<EndpointOptions>, m) => {
    // Merged field by field: a model with a temperature of its own keeps the common limit of tokens.
    const sampling = isObject(own.sampling)
      ? { ...common.sampling, ...own.sampling }
      : own.sampling;
    return endpointConfiguration(
      { ...common, ...own, ...(sampling && { sampling }) },
      m < given.length ? 'model' : `${file}, [${m - given.length}]`,
    );
  });
  if (models.length === 0)
    fail('OPTIONS_CONFLICT', {
      options: file === undefined ? '--model' : '--models-file',
      reason:
        file === undefined
          ? 'name a model as NAME@URL, or give --models-file FILE.'
          : 'the file lists no models. Add at least one.',
    });
  const seen = new Set<string>();
  for (const { name } of models) {
    if (seen.has(name))
      fail('OPTIONS_CONFLICT', {
        options: '--model',
        reason: `two models are called ${name}; rename one of them, such as other=${name}@https://host/v1.`,
      });
    seen.add(name);
  }
  return { models, ofFile: new Set(models.slice(given.length).map(({ name }) => name)) };
}

const MODELS_FILE: SchemaOfFile = {
  schema: z.array(endpointSchema),
  file: 'docs/endpoints.md',
  isSecret: true,
};

/** The models of a file. @throws FILE_INVALID with the place of the first error, and the key that a misspelt one may have meant */
function readModelsFile(file: string): EndpointOptions[] {
  const text = readText(file).toString('utf8');
  const value: unknown = parseJson(text);
  if (value === undefined)
    return fail('FILE_INVALID', {
      file,
      found: `text that is not JSON (${jsonFault(text)})`,
      accepted: 'a JSON list of objects with name, baseUrl and model (docs/endpoints.md)',
    });
  if (!Array.isArray(value))
    return fail('FILE_INVALID', {
      file,
      found: 'a value that is not a JSON list',
      accepted: 'a list of objects with name, baseUrl and model (docs/endpoints.md)',
    });
  const parsed = MODELS_FILE.schema.safeParse(value);
  if (!parsed.success)
    return fail('FILE_INVALID', { file, ...describeProblem(value, parsed.error, MODELS_FILE) });
  return value;
}

/** What the parser found wrong, without quoting the file, in which a key may have been put by mistake. */
function jsonFault(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    const place = /at position (\d+)/.exec((error as Error).message);
    if (place === null) return 'it ends too early';
    const before = text.slice(0, Number(place[1])).split('\n');
    return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
