/** The same data without `readonly`, as schemas of replies have them. */
type Sent<T> = T extends readonly (infer Entry)[]
  ? Sent<Entry>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Sent<T[Key]> }
    : T;

/** Data on their way into a reply: whoever sends them does not change them. */
export const sent = <T>(data: T): Sent<T> => data as Sent<T>;
