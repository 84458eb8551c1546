/** Numbers of names in order of their appearance, and a list of them that grows. */
export interface NumberedNames {
  /** The number of a name; a new name gets the next one. */
  numberOf(name: string): number;
  /** Adds the number of a name to the list. */
  add(name: string): void;
  names(): string[];
  /** The list. */
  numbers(): Int32Array;
}

export function numberedNames(): NumberedNames {
  const known = new Map<string, number>();
  const list: number[] = [];
  const numberOf = (name: string) => {
    const number = known.get(name) ?? known.size;
    if (number === known.size) known.set(name, number);
    return number;
  };
  return {
    numberOf,
    add(name) {
      list.push(numberOf(name));
    },
    names: () => [...known.keys()],
    numbers: () => Int32Array.from(list),
  };
}
