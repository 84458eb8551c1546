import { z } from 'zod';
import { TAXONOMIES } from '../../item-bank/taxonomies/load-taxonomy.ts';
import { importOptions, recordOptions } from '../operations/bank/file-options.ts';
import { line } from '../operations/fields.ts';
import { inAddress } from '../operations/over-http.ts';

/** Apart from the other requests, because pages read their types, and not the code behind options. */

/** The name of an uploaded file. */
export const uploadedFile = z.strictObject({
  file: line(200)
    .optional()
    .describe('name of the file, for messages; format=mmlu takes the subject from it'),
});
/** The options of `bank import`. A taxonomy is one of the package, as files of the service are not for requests. */
export const uploadedItems = uploadedFile
  .extend({
    ...inAddress(importOptions, ['name', 'strict']),
    taxonomy: z
      .enum([...TAXONOMIES, 'none'])
      .optional()
      .describe(
        'taxonomy that tags are checked against; by default that of the bank, else of the format. A tag value that it does not have ends the import, and nothing is kept',
      ),
  })
  .refine(({ format, file }) => format !== 'mmlu' || file !== undefined, {
    path: ['file'],
    error: 'missing: format=mmlu takes the subject from the name of the file',
  });
/** The options of `bank record`. */
export const uploadedAnswers = uploadedFile.extend(inAddress(recordOptions, ['to', 'run']));
