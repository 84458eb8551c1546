import { getSystemErrorMessage } from 'node:util';
import { NO_SPACE } from '../errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'a part of the path is not a directory',
  ENOSPC: NO_SPACE,
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many open files',
  ERR_FS_FILE_TOO_LARGE: 'larger than 2 GiB',
  ERR_INVALID_ARG_VALUE: 'not a path',
};

/** Why a file operation failed, in words. */
export function systemReason(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && Object.hasOwn(REASONS, code)) return REASONS[code];
  return errno === undefined ? message : getSystemErrorMessage(errno);
}

/** Whether a file operation failed because there is no such file. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
