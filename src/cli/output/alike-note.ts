import { alikeText } from '../../text/same-name.ts';
import { printNote } from './typed-commands.ts';

/** Says that names of models are alike and count as different models. @param own only groups with one of these are told */
export function noteAlike(names: readonly string[], own = names): void {
  const text = alikeText(names, own);
  if (text !== null) printNote(text);
}
