import { z } from 'zod';
import { describeProblem } from '../../../calibration/synthesize/configuration-problem.ts';
import { fail } from '../../errors.ts';
import {
  type EndpointConfiguration,
  endpointConfiguration,
  endpointSchema,
} from '../../examinee/endpoint/configuration/configuration.ts';
import { parseModelAddress } from '../../examinee/endpoint/configuration/model-address.ts';
import { readYamlWithLines } from '../../text/read-yaml.ts';

/** As an entry of a models file, without what is about answers. */
const schema = endpointSchema
  .omit({ sampling: true, systemPrompt: true, stream: true, price: true })
  .extend({
    /** In dollars per million tokens. */
    price: z.strictObject({ prompt: z.number().nonnegative().finite() }).nullable().default(null),
  });

/** `NAME@https://HOST/v1` and not the name of a file. */
const ADDRESS = /@[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Reads the endpoint of embeddings: from its address, `NAME@https://HOST/v1` as that of a model, or from a file with its settings, YAML or
 * JSON.
 * @throws OPTION_INVALID; FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID with the line
 */
export function readEmbeddings(fileOrAddress: string): EndpointConfiguration {
  if (ADDRESS.test(fileOrAddress)) return endpointConfiguration(parseModelAddress(fileOrAddress));
  const file = fileOrAddress;
  const { value, lineOf } = readYamlWithLines(file);
  const { success, data, error } = schema.safeParse(value);
  if (!success) {
    const { where, ...problem } = describeProblem(value, error, {
      schema,
      file: 'docs/metrics.md#cosine',
      isSecret: true,
    });
    const line = `line ${lineOf(error.issues[0].path)}`;
    return fail('FILE_INVALID', {
      file,
      where: where === undefined ? line : `${line}, ${where}`,
      ...problem,
    });
  }
  const { price, ...settings } = data;
  return endpointConfiguration(
    { ...settings, price: price === null ? null : { ...price, completion: 0 } },
    file,
  );
}
