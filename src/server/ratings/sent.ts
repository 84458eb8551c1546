/** The same data without `readonly`, as schemas of replies have them. */
type Sent<T> = T extends readonly (infer Entry)[]
  ? Sent<Entry>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Sent<T[Key]> }
    : T;

/** Passes `readonly` data to a reply, whose schema has mutable types. Nothing changes them there. */
export const sent = <T>(data: T): Sent<T> => data as Sent<T>;
