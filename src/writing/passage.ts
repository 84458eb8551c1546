/** A part of a source text that questions are written from. */
export interface Passage {
  /** `notes.txt:12-20`: the file without its folder, and its lines. */
  readonly name: string;
  readonly text: string;
}

/** Characters that a passage grows to, paragraph by paragraph, and the most that it may have. */
const ENOUGH = 400;
const MOST = 1600;
/** Shorter parts say too little for a question. */
const LEAST = 40;

interface Paragraph {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Cuts a text into passages: whole paragraphs, joined until a passage has 400 characters; one of more than 1600 is cut behind a sentence.
 * A heading (one short line) stays with what follows it. Parts of fewer than 40 characters are left out.
 *
 * @param file as passages are named
 */
export function cutPassages(file: string, text: string): Passage[] {
  const passages: Passage[] = [];
  let open: Paragraph[] = [];
  const close = () => {
    const joined = open.map((paragraph) => paragraph.text).join('\n\n');
    if (joined.length >= LEAST)
      passages.push({ name: `${file}:${open[0].from}-${open[open.length - 1].to}`, text: joined });
    open = [];
  };
  for (const paragraph of paragraphsOf(text).flatMap(shortened)) {
    const length = open.reduce((sum, one) => sum + one.text.length, 0);
    if (length > 0 && length + paragraph.text.length > MOST) close();
    open.push(paragraph);
    if (length + paragraph.text.length >= ENOUGH) close();
  }
  if (open.length > 0) close();
  return passages;
}

function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let lines: string[] = [];
  const all = text.split(/\r?\n/);
  for (const [k, line] of [...all, ''].entries()) {
    if (line.trim() !== '') lines.push(line.trimEnd());
    else if (lines.length > 0) {
      paragraphs.push({ from: k - lines.length + 1, to: k, text: lines.join('\n') });
      lines = [];
    }
  }
  return paragraphs;
}

const SENTENCE_END = /(?<=[.!?]["')\]]?)\s+|(?<=[。！？][”’」』]?)|\n/u;

/** Parts of a paragraph that are short enough, cut behind sentences, or anywhere in a sentence that is too long. */
function shortened(paragraph: Paragraph): Paragraph[] {
  if (paragraph.text.length <= MOST) return [paragraph];
  const parts: Paragraph[] = [];
  let [part, line, begin] = ['', paragraph.from, paragraph.from];
  let rest = paragraph.text;
  while (rest !== '') {
    const match = SENTENCE_END.exec(rest);
    const end = match === null ? rest.length : match.index + match[0].length;
    const sentence = rest
      .slice(0, Math.min(Math.max(1, end), MOST))
      .replace(/[\uD800-\uDBFF]$/, '');
    if (part !== '' && part.length + sentence.length > MOST) {
      parts.push({ from: begin, to: line, text: part.trim() });
      [part, begin] = ['', line];
    }
    part += sentence;
    line += sentence.split('\n').length - 1;
    rest = rest.slice(sentence.length);
  }
  if (part.trim() !== '') parts.push({ from: begin, to: paragraph.to, text: part.trim() });
  return parts;
}

/** The sentences of a text, each trimmed. */
export function sentencesOf(text: string): string[] {
  return text
    .split(new RegExp(SENTENCE_END.source, 'gu'))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
