import { createHash } from 'node:crypto';

/** A value as both databases give it. */
export type Cell = string | number | bigint | Uint8Array | null;

const BYTES = 32;

/**
 * A checksum of rows that does not depend on their order: SHA-256 of every row, combined by exclusive or. Databases order
 * text in different ways; rows with a primary key are all different, so that no two of them cancel out.
 */
export class RowDigest {
  readonly #sum = new Uint8Array(BYTES);
  // No DataView: Node 24.21 at times refuses one, once its compiler has optimised Hash.update.
  readonly #number = Buffer.alloc(8);

  /** @param cells in one order of the columns */
  add(cells: readonly Cell[]): void {
    const hash = createHash('sha256');
    for (const cell of cells) {
      if (cell === null) hash.update('n');
      else if (typeof cell === 'string') hash.update(`s${Buffer.byteLength(cell)} `).update(cell);
      else if (cell instanceof Uint8Array) hash.update(`b${cell.length} `).update(cell);
      else {
        // SQLite keeps −0 as 0.
        this.#number.writeDoubleBE(Number(cell) + 0);
        hash.update('d').update(this.#number);
      }
    }
    const own = hash.digest();
    for (let k = 0; k < BYTES; k++) this.#sum[k] ^= own[k];
  }

  hex(): string {
    return Buffer.from(this.#sum).toString('hex');
  }
}
