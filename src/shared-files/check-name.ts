import { fail } from '../errors.ts';

/** In bytes of UTF-8: file systems allow 255 for a part, S3 1,024 for a key with its prefix. */
const LONGEST_PART = 230;
const LONGEST = 700;

const ACCEPTED =
  'parts separated by /, each with 1 to 230 bytes of UTF-8 and at most 700 in total, without control characters, \\ and :, that do not begin with a full stop';

/**
 * Accepts only names that mean the same file in a folder, a database and S3, and that never leave the folder.
 * @throws SHARED_FILE_NAME_INVALID
 */
export function checkName(name: string): void {
  const isGood =
    Buffer.byteLength(name) <= LONGEST &&
    name.isWellFormed() &&
    name.split('/').every((part) => {
      return /^[^.\p{Cc}\\:][^\p{Cc}\\:]*$/u.test(part) && Buffer.byteLength(part) <= LONGEST_PART;
    });
  if (!isGood) fail('SHARED_FILE_NAME_INVALID', { name, accepted: ACCEPTED });
}

/** Names in one order everywhere: that of their bytes, which S3 and both databases can give. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}
