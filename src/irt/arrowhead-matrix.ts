import { factorPositive, invertTriangle, solveFactored } from './small-cholesky.ts';

/**
 * A symmetric positive definite matrix of `size` coordinates. The last `size − head` have entries only with the first `head`
 * and on the diagonal:
 *
 *     H = | A  B' |    A: head × head,  D: diagonal.
 *         | B  D  |
 *
 * Systems of H are solved by elimination of D: the Schur complement S = A − B'D⁻¹B is small, and most entries of B are 0. That takes
 * some head³ operations instead of size³. No allocation after construction.
 *
 * @see Golub & Van Loan (2013), Matrix Computations, 3.2.11 and 4.2, for block elimination
 */
export class ArrowheadMatrix {
  readonly size: number;
  readonly head: number;
  /** head × head, the lower triangle. */
  readonly block: Float64Array;
  /** (size − head) × head. */
  readonly border: Float64Array;
  /** size − head. */
  readonly diagonal: Float64Array;
  /** Set by the last `factor`: the Cholesky factor of S; */
  readonly #root: Float64Array;
  /** D⁻¹B, and D⁻¹; */
  readonly #scaled: Float64Array;
  readonly #inverse: Float64Array;
  /** of each row of B, how many of its entries are not 0, and their columns. */
  readonly #counts: Int32Array;
  readonly #columns: Int32Array;
  /** The reduced right-hand side. */
  readonly #reduced: Float64Array;

  constructor(size: number, head: number) {
    const tail = size - head;
    this.size = size;
    this.head = head;
    this.block = new Float64Array(head * head);
    this.border = new Float64Array(tail * head);
    this.diagonal = new Float64Array(tail);
    this.#root = new Float64Array(head * head);
    this.#scaled = new Float64Array(tail * head);
    this.#inverse = new Float64Array(tail);
    this.#counts = new Int32Array(tail);
    this.#columns = new Int32Array(tail * head);
    this.#reduced = new Float64Array(head);
  }

  /** Sets the matrix to a diagonal one. @param diagonal `size` entries */
  setDiagonal(diagonal: Float64Array): void {
    const { head, block, border } = this;
    block.fill(0);
    border.fill(0);
    for (let d = 0; d < head; d++) block[(head + 1) * d] = diagonal[d];
    for (let k = 0; k < this.diagonal.length; k++) this.diagonal[k] = diagonal[head + k];
  }

  /** Factors the matrix as it is now, for `solve` and `invert`. */
  factor(): void {
    const { head, block, border, diagonal } = this;
    const root = this.#root;
    root.set(block);
    for (let k = 0; k < diagonal.length; k++) {
      const row = head * k;
      const inverse = 1 / diagonal[k];
      let count = 0;
      for (let c = 0; c < head; c++) {
        if (border[row + c] === 0) continue;
        this.#columns[row + count++] = c;
        this.#scaled[row + c] = border[row + c] * inverse;
      }
      this.#counts[k] = count;
      this.#inverse[k] = inverse;
      for (let d = 0; d < count; d++) {
        const r = this.#columns[row + d];
        const along = this.#scaled[row + r];
        for (let e = 0; e <= d; e++) {
          const s = this.#columns[row + e];
          root[head * r + s] -= along * border[row + s];
        }
      }
    }
    factorPositive(root, head);
  }

  /** log det H by the last factors: that of S, and of D. */
  logDeterminant(): number {
    let sum = 0;
    for (let d = 0; d < this.head; d++) sum += 2 * Math.log(this.#root[(this.head + 1) * d]);
    for (const pivot of this.diagonal) sum += Math.log(pivot);
    return sum;
  }

  /** Solves H x = g with the last factors. */
  solve(g: Float64Array, x: Float64Array): void {
    const { head, diagonal } = this;
    const tail = diagonal.length;
    const reduced = this.#reduced;
    for (let d = 0; d < head; d++) reduced[d] = g[d];
    for (let k = 0; k < tail; k++) {
      const row = head * k;
      for (let d = 0; d < this.#counts[k]; d++) {
        const c = this.#columns[row + d];
        reduced[c] -= this.#scaled[row + c] * g[head + k];
      }
    }
    solveFactored(this.#root, reduced, head, x);
    for (let k = 0; k < tail; k++) {
      const row = head * k;
      let sum = g[head + k] * this.#inverse[k];
      for (let d = 0; d < this.#counts[k]; d++) {
        const c = this.#columns[row + d];
        sum -= this.#scaled[row + c] * x[c];
      }
      x[head + k] = sum;
    }
  }

  /**
   * Writes H⁻¹ by the last factors, which this overwrites: S⁻¹ for the first coordinates, −D⁻¹B S⁻¹ between them and the last,
   * D⁻¹ + D⁻¹B S⁻¹ B'D⁻¹ for the last.
   *
   * @param into size × size
   */
  invert(into: Float64Array): void {
    const { size, head, diagonal } = this;
    const scaled = this.#scaled;
    const columns = this.#columns;
    this.#invertHead(into);
    for (let k = 0; k < diagonal.length; k++) {
      const row = head * k;
      const count = this.#counts[k];
      const own = size * (head + k);
      for (let r = 0; r < head; r++) {
        let sum = 0;
        for (let d = 0; d < count; d++) {
          const c = columns[row + d];
          sum -= scaled[row + c] * into[size * c + r];
        }
        into[own + r] = sum;
        into[size * r + head + k] = sum;
      }
      for (let l = 0; l <= k; l++) {
        const other = head * l;
        let sum = k === l ? this.#inverse[k] : 0;
        for (let d = 0; d < this.#counts[l]; d++) {
          const c = columns[other + d];
          sum -= into[own + c] * scaled[other + c];
        }
        into[own + head + l] = sum;
        into[size * (head + l) + head + k] = sum;
      }
    }
  }

  /** S⁻¹ = R'R, R the inverse of the root: a sum over its rows. */
  #invertHead(into: Float64Array): void {
    const { size, head } = this;
    const root = this.#root;
    invertTriangle(root, head);
    for (let r = 0; r < head; r++) into.fill(0, size * r, size * r + head);
    for (let t = 0; t < head; t++)
      for (let r = 0; r <= t; r++) {
        const along = root[head * t + r];
        for (let s = 0; s <= r; s++) into[size * r + s] += along * root[head * t + s];
      }
    for (let r = 0; r < head; r++)
      for (let s = 0; s < r; s++) into[size * s + r] = into[size * r + s];
  }
}
