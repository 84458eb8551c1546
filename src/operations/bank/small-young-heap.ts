import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the young generation of this process as small as it is now: reading hundreds of thousands of short-lived records
 * makes V8 grow it to a hundred megabytes, for a tenth of the time (280,000 items: 405 MB instead of 540, 34 s instead of
 * 30). V8 reads this flag whenever it is about to grow, so that it can be set while the program runs.
 */
export function keepYoungHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
