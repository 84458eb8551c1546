/**
 * The default family of a model: the letters at the start of its name, without the maker before a slash and in lower case
 * (`meta-llama/Llama-3.1-8B` is `llama`); the whole name if it does not start with letters.
 */
export function familyOf(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return /^\p{L}+/u.exec(name)?.[0] ?? name;
}
