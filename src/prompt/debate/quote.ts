// biome-ignore lint/suspicious/noControlCharactersInRegex: vertical tab, form feed and next line end a line too
const LINE_END = /\r\n?|[\n\u000b\u000c\u0085\u2028\u2029]/g;

/**
 * A text as it is quoted to a model: each line after `> `. So no line of the text, with any content, can pass for one of the
 * prompt's own, and there is no closing mark that it could contain.
 */
export function quote(text: string): string {
  return `> ${text.toWellFormed().replaceAll(LINE_END, '\n> ')}`;
}
