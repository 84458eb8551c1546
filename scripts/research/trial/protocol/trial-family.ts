/**
 * The family of a model where none is given: the letters that its name begins with, without the maker before a slash and in
 * lower case (`meta-llama/Llama-3.1-8B` is `llama`); the whole name where it begins with none.
 */
export function familyOf(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return /^\p{L}+/u.exec(name)?.[0] ?? name;
}
