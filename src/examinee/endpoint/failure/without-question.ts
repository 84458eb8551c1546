import type { ChatMessage } from '../../../prompt/message.ts';
import type { RequestOutcome } from '../reply/request-outcome.ts';

/** A common run of at least this many bytes of letters and digits is no coincidence: 16 Latin letters, 6 Chinese ones. */
const SHORTEST = 16;
const REPLACEMENT = '[question]';
/** Data of a picture, which endpoints quote as well. */
const PICTURE = /data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+(?:…|\.\.\.)?/g;
const LETTER = /[\p{L}\p{N}]/gu;

/**
 * Removes repeated parts of a question from an error, because errors are shown and logged where questions must not appear.
 * Characters between letters and digits (spaces, line ends, quotes, escapes) are ignored.
 */
export function withoutQuestion(
  outcome: RequestOutcome,
  messages: readonly ChatMessage[],
): RequestOutcome {
  if (outcome.kind === 'answer') return outcome;
  const asked = lettersAsked(messages);
  switch (outcome.kind) {
    case 'retry':
      return { ...outcome, detail: hide(outcome.detail, asked) };
    case 'refused':
      return { ...outcome, reason: hide(outcome.reason, asked) };
    case 'failed':
      return { ...outcome, reason: hide(outcome.reason, asked), todo: hide(outcome.todo, asked) };
  }
}

/** A text without what it repeats of a question. */
export function hideQuestion(text: string, messages: readonly ChatMessage[]): string {
  return hide(text, lettersAsked(messages));
}

function lettersAsked(messages: readonly ChatMessage[]): string {
  return messages
    .flatMap(({ content, images = [] }) => [
      content,
      ...images.filter((url) => !url.startsWith('data:')),
    ])
    .map((text) => lettersOf(text).join(''))
    .join(' ');
}

function hide(said: string, asked: string): string {
  const text = said.replaceAll(PICTURE, '[picture]');
  const found = [...plain(text).matchAll(LETTER)];
  const letters = found.map(([letter]) => letter);
  let hidden = '';
  let shown = 0;
  for (let from = 0; from < letters.length; ) {
    let to = windowEnd(letters, from);
    if (to === -1) break;
    if (!asked.includes(letters.slice(from, to).join(''))) {
      from++;
      continue;
    }
    while (to < letters.length && asked.includes(letters.slice(from, to + 1).join(''))) to++;
    hidden += `${text.slice(shown, found[from].index)}${REPLACEMENT}`;
    shown = found[to - 1].index + letters[to - 1].length;
    from = to;
  }
  return hidden + text.slice(shown);
}

/** Where enough letters from `from` on end; -1 if there are not so many. */
function windowEnd(letters: readonly string[], from: number): number {
  let bytes = 0;
  for (let to = from; to < letters.length; to++) {
    bytes += Buffer.byteLength(letters[to]);
    if (bytes >= SHORTEST) return to + 1;
  }
  return -1;
}

function lettersOf(text: string): string[] {
  return plain(text).match(LETTER) ?? [];
}

/** The letter of an escape such as `\n` does not belong to the text. */
function plain(text: string): string {
  return text.replace(/\\[bfnrt]/g, '  ');
}
