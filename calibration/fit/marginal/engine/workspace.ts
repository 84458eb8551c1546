/** What determines the size of a workspace. */
export interface WorkspaceSize {
  readonly examinees: number;
  readonly items: number;
  readonly nodes: number;
  /** Parts the items are divided into; threads take them one at a time. */
  readonly blocks: number;
  /** True if some cells have no answer. */
  readonly missing: boolean;
  /** Number of scores strictly between 0 and 1. */
  readonly fractions: number;
}

/**
 * All arrays of a marginal fit, views on one buffer, so that threads can share it and a kernel can address it.
 * N examinees (in the order of their scores), J items, Q nodes, K blocks. Coordinates: log |a|, δ, logit c, logit d.
 */
export interface Workspace {
  readonly size: WorkspaceSize;
  /** First item of each block, and J: K + 1 entries, multiples of 8. */
  readonly firsts: Int32Array;
  /** Right answers by examinee, 4 items a byte (⌈J/4⌉ × N), and 8 items a byte (⌈J/8⌉ × N). */
  readonly nibbles: Uint8Array;
  readonly bytes: Uint8Array;
  /** Right answers by item, 8 examinees a byte (⌈N/8⌉ × J). */
  readonly columns: Uint8Array;
  /** The same for "has an answer"; empty if nothing is missing. */
  readonly askedNibbles: Uint8Array;
  readonly askedBytes: Uint8Array;
  readonly askedColumns: Uint8Array;
  /** Fractional scores, item by item: item, examinee (2F); the score (F). Their bits are 0. */
  readonly fractionAt: Int32Array;
  readonly fraction: Float64Array;
  /** Abilities of the nodes, equally spaced. */
  readonly nodes: Float64Array;
  /** Window of nodes with posterior mass of each examinee: from, to (exclusive). 2N */
  readonly windows: Int32Array;
  /** 4J (log |a|, δ, logit c, logit d): the point the round starts from, and the one it ends at. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** J: 1 if the slope is negative, a = −e^(log |a|). */
  readonly reversed: Uint8Array;
  /** J: 1 if the item's parameters are not to be changed. */
  readonly fixed: Uint8Array;
  /** 4: 1 if the coordinate is estimated. */
  readonly active: Uint8Array;
  /** 4 families (see FAMILY), and 8J: first and second parameter of each coordinate's prior, item by item. */
  readonly families: Int32Array;
  readonly priors: Float64Array;
  /** J × Q: log(P/(1 − P)), overwritten by the expected counts of right answers. */
  readonly table: Float64Array;
  /** J × Q where answers are missing, else K × Q sums: log(1 − P), overwritten by the expected counts of answers. */
  readonly wrong: Float64Array;
  /** K × N × Q: each block's part of the log-likelihoods. */
  readonly parts: Float64Array;
  /** N × Q posterior weights. */
  readonly posterior: Float64Array;
  /** Q: expected number of examinees at each node, where nothing is missing. */
  readonly density: Float64Array;
  /** 4J: posterior variances of the coordinates given the counts; J: covariance of log a and δ. */
  readonly variances: Float64Array;
  readonly covariances: Float64Array;
  /** 2J: slope of the log-likelihood in each item's log a and δ at `from`, without the priors. */
  readonly slopes: Float64Array;
  /** K × 256 × Q scratch. */
  readonly scratch: Float64Array;
}

type Field = { name: keyof Workspace; type: 'f64' | 'i32' | 'u8'; length: number };

const BYTES = { f64: 8, i32: 4, u8: 1 } as const;

function fields({ examinees, items, nodes, blocks, missing, fractions }: WorkspaceSize): Field[] {
  const n4 = Math.ceil(items / 4) * examinees;
  const n8 = Math.ceil(items / 8) * examinees;
  const columns = Math.ceil(examinees / 8) * items;
  const some = (length: number) => (missing ? length : 0);
  const f64 = (name: keyof Workspace, length: number): Field => ({ name, type: 'f64', length });
  const i32 = (name: keyof Workspace, length: number): Field => ({ name, type: 'i32', length });
  const u8 = (name: keyof Workspace, length: number): Field => ({ name, type: 'u8', length });
  return [
    i32('firsts', blocks + 1),
    u8('nibbles', n4),
    u8('bytes', n8),
    u8('columns', columns),
    u8('askedNibbles', some(n4)),
    u8('askedBytes', some(n8)),
    u8('askedColumns', some(columns)),
    i32('fractionAt', 2 * fractions),
    f64('fraction', fractions),
    f64('nodes', nodes),
    i32('windows', 2 * examinees),
    f64('from', 4 * items),
    f64('to', 4 * items),
    u8('reversed', items),
    u8('fixed', items),
    u8('active', 4),
    i32('families', 4),
    f64('priors', 8 * items),
    f64('table', items * nodes),
    f64('wrong', (missing ? items : blocks) * nodes),
    f64('parts', blocks * examinees * nodes),
    f64('posterior', examinees * nodes),
    f64('density', nodes),
    f64('variances', 4 * items),
    f64('covariances', items),
    f64('slopes', 2 * items),
    f64('scratch', blocks * 256 * nodes),
  ];
}

/** Bytes a workspace of this size takes. */
export function workspaceBytes(size: WorkspaceSize): number {
  let bytes = 0;
  for (const { type, length } of fields(size)) bytes = align(bytes) + length * BYTES[type];
  return align(bytes);
}

/** Lays the arrays of a workspace out over `buffer`, from byte `offset` on. */
export function workspaceOn(size: WorkspaceSize, buffer: ArrayBufferLike, offset = 0): Workspace {
  const views: Record<string, unknown> = { size };
  let at = align(offset);
  for (const { name, type, length } of fields(size)) {
    at = align(at);
    views[name] =
      type === 'f64'
        ? new Float64Array(buffer, at, length)
        : type === 'i32'
          ? new Int32Array(buffer, at, length)
          : new Uint8Array(buffer, at, length);
    at += length * BYTES[type];
  }
  return views as unknown as Workspace;
}

/** Cache lines are 64 bytes: threads that write to neighbouring arrays do not share one. */
function align(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}
