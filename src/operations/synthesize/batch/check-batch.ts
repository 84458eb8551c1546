import { fail } from '../../../errors.ts';
import { batchFolder, hasRequests } from '../../../workflow/synthesis/batch/batch-folder.ts';
import { keptPrice } from '../../../workflow/synthesis/batch/kept-price.ts';
import type { SynthesizeOptions } from '../options.ts';

/** The options of batches. */
type BatchOptions = Pick<SynthesizeOptions, 'batch' | 'batchPrice' | 'rewrite' | 'resume'>;

/**
 * What goes together: a folder with requests belongs to the run that they are of.
 * @param hasTime whether a budget bounds the time
 * @throws OPTIONS_CONFLICT
 */
export function checkBatchOptions(
  { batch, batchPrice, rewrite, resume }: BatchOptions,
  hasTime: boolean,
): void {
  if (batch === undefined) {
    const alone = batchPrice !== undefined ? 'batchPrice' : 'rewrite';
    if (batchPrice !== undefined || rewrite)
      fail('OPTIONS_CONFLICT', { options: alone, reason: 'it only works with --batch FOLDER.' });
    return;
  }
  if (batch.trim() === '')
    fail('OPTION_INVALID', { option: 'batch', found: 'an empty name', accepted: 'a folder' });
  const kept = keptPrice(batch);
  if (batchPrice !== undefined && kept !== null && batchPrice !== kept)
    fail('OPTIONS_CONFLICT', {
      options: 'batchPrice',
      reason: `the requests in ${batch} were written at ${kept} of the prices in the configuration. Remove --batch-price; if that price was wrong, correct ${batch}/batch.json.`,
    });
  if (hasTime)
    fail('OPTIONS_CONFLICT', {
      options: 'batch, budget',
      reason:
        'batch files make no calls, so a time limit has no effect. Limit dollars or tokens instead.',
    });
  if (!resume && hasRequests(batch))
    fail('OPTIONS_CONFLICT', {
      options: 'batch',
      reason: `${batch} already has requests of a run. Continue it with --resume, or use another folder for a new run.`,
    });
}

/**
 * The folder of batches of a run that is still to be made: looked at first, so that no empty run is left.
 * @throws OPTIONS_CONFLICT if it has requests, which are of another run; FILE_UNWRITABLE
 */
export function checkNewFolder(path = ''): void {
  if (hasRequests(path))
    fail('OPTIONS_CONFLICT', {
      options: 'batch',
      reason: `${path} has requests of another run, not of this bank and these models. Use another folder, or continue that run.`,
    });
  batchFolder(path);
}
