import { ApiError } from '../api-error.ts';

export interface StoredFile {
  readonly id: string;
  readonly bytes: Buffer;
  readonly about: {
    readonly id: string;
    readonly object: 'file';
    readonly bytes: number;
    readonly created_at: number;
    readonly filename: string;
    readonly purpose: string;
    readonly status: 'processed';
  };
}

const MOST_FILES = 1000;
const MOST_BYTES = 2 ** 30;

/** Files in memory: uploads, and what batches write. */
export class StoredFiles {
  private readonly files = new Map<string, StoredFile>();
  private size = 0;
  private made = 0;

  /** @throws ApiError 413 where there is no room */
  add(filename: string, purpose: string, bytes: Buffer): StoredFile {
    if (this.files.size >= MOST_FILES || this.size + bytes.length > MOST_BYTES)
      throw new ApiError(
        413,
        'storage_full',
        `the stand-in keeps at most ${MOST_FILES} files of ${MOST_BYTES} bytes together: delete some`,
      );
    this.made++;
    const id = `file-stand-in-${this.made}`;
    const created_at = Math.floor(Date.now() / 1000);
    const file: StoredFile = {
      id,
      bytes,
      about: {
        id,
        object: 'file',
        bytes: bytes.length,
        created_at,
        filename,
        purpose,
        status: 'processed',
      },
    };
    this.files.set(id, file);
    this.size += bytes.length;
    return file;
  }

  /** @throws ApiError 404 */
  get(id: string): StoredFile {
    const file = this.files.get(id);
    if (file === undefined)
      throw new ApiError(404, 'file_not_found', `no file "${id.slice(0, 200)}"`, { param: 'id' });
    return file;
  }

  /** @throws ApiError 404 */
  delete(id: string): void {
    this.size -= this.get(id).bytes.length;
    this.files.delete(id);
  }

  list(): StoredFile['about'][] {
    return [...this.files.values()].map(({ about }) => about);
  }
}
