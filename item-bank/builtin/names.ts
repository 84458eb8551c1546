/** The banks that come with the package, made by build.ts. */
export const BUILTIN_BANKS = [
  'mmlu-pro',
  'cruxeval-o',
  'ikp',
  'swebench-verified',
  'climedbench',
] as const;

export type BuiltinBank = (typeof BUILTIN_BANKS)[number];

/** True where `name` is a built-in bank. */
export function isBuiltinBank(name: string): name is BuiltinBank {
  return (BUILTIN_BANKS as readonly string[]).includes(name);
}
