import type { SchemaElement } from 'hyparquet-writer';

/** What a column of a Parquet file holds. */
export type ParquetType = 'double' | 'float' | 'int32' | 'int64' | 'boolean' | 'string';

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
  /** Whether values may be null (default: no). */
  readonly nullable?: boolean;
}

/** Values of one column: numbers, or true and false, 0 and 1, or texts; null if the column is nullable. */
export type ParquetValues = ArrayLike<number | bigint | string | boolean | null>;

/** A value as it is stored. */
export type Stored = number | bigint | string | boolean | null;

const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];

/** How a type is stored, and what it takes; a value that it does not take gives undefined. */
const TYPES: Readonly<
  Record<
    ParquetType,
    {
      readonly physical: Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>;
      readonly accepted: string;
      readonly stored: (value: Exclude<Stored, null>) => Stored | undefined;
    }
  >
> = {
  double: {
    physical: { type: 'DOUBLE' },
    accepted: 'a number',
    stored: (value) => (typeof value === 'number' ? value : undefined),
  },
  float: {
    physical: { type: 'FLOAT' },
    accepted: 'a number',
    stored: (value) => (typeof value === 'number' ? value : undefined),
  },
  int32: {
    physical: { type: 'INT32' },
    accepted: 'a whole number of 32 bits',
    stored: (value) =>
      Number.isInteger(value) && (value as number) >= LEAST && (value as number) <= MOST
        ? value
        : undefined,
  },
  int64: {
    physical: { type: 'INT64' },
    accepted: 'a whole number of 64 bits',
    stored: (value) => {
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined;
      const whole = BigInt(value);
      return BigInt.asIntN(64, whole) === whole ? whole : undefined;
    },
  },
  boolean: {
    physical: { type: 'BOOLEAN' },
    accepted: 'true, false, 1 or 0',
    stored: (value) => {
      if (typeof value === 'boolean') return value;
      return value === 0 || value === 1 ? value === 1 : undefined;
    },
  },
  string: {
    physical: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    accepted: 'a text',
    // Half a surrogate pair has no UTF-8.
    stored: (value) => (typeof value === 'string' ? value.toWellFormed() : undefined),
  },
};

/** The schema of a table of these columns. */
export function schemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(
      ({ name, type, nullable = false }): SchemaElement => ({
        ...TYPES[type].physical,
        name,
        repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
  ];
}

/** @throws RangeError where the column does not take the value */
export function storedValue(
  { name, type, nullable = false }: ParquetColumn,
  value: Stored | undefined,
  row: number,
): Stored {
  if (value === null || value === undefined) {
    if (nullable) return null;
    throw new RangeError(`column ${name}, row ${row}: null, and it is not nullable`);
  }
  const { stored, accepted } = TYPES[type];
  const own = stored(value);
  if (own === undefined)
    throw new RangeError(`column ${name}, row ${row}: ${typeof value}; accepted: ${accepted}`);
  return own;
}

/**
 * Floating-point columns are stored one value after another: a dictionary takes −0 and 0 for the same, and seldom
 * pays. Others get one where that is smaller.
 */
export function encodingOf({ type }: ParquetColumn): { readonly encoding?: 'PLAIN' } {
  return type === 'double' || type === 'float' ? { encoding: 'PLAIN' } : {};
}
