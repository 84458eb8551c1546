import type { Item } from '../../../item-bank/items/item.ts';
import { plainLines } from '../../plain-text.ts';
import { STRESS_VARIANTS, shotsOf } from '../../stress/variants.ts';
import type { ShownVariant } from '../../workflow/stress/shown-variants.ts';

/** Items as they would be asked. @param isOne whether all are variants of one item, which stands before them */
export function shownText(shown: readonly ShownVariant[], isOne: boolean): string {
  const texts = shown.map((one) => variantText(one, !isOne));
  return [...(isOne ? [questionLines(shown[0].item)] : []), ...texts]
    .map((text) => `${text}\n\n`)
    .join('');
}

function variantText({ variant, item, changed }: ShownVariant, isList: boolean): string {
  const says = STRESS_VARIANTS[shotsOf(variant) === null ? variant : 'shots-K'];
  const head = `--- ${variant}: ${says} ---`;
  if (changed === null)
    return `${head}\ndoes not apply to ${isList ? 'any item of this bank' : 'this item'}`;
  if (changed === item)
    return `${head}\nthe item as it is${variant === 'repeat' ? '' : '; thetarank prompt shows the messages'}`;
  return `${head}\n${isList ? `${plainLines(item.id)}: ` : ''}${questionLines(changed)}`;
}

/** What is asked, with a star at right options. */
function questionLines(item: Item): string {
  const lines = [...(item.context === undefined ? [] : [item.context]), item.stem];
  if ('options' in item)
    for (const [letter, text] of Object.entries(item.options))
      lines.push(
        `${item.type !== 'sequencing' && item.key.includes(letter) ? '*' : ' '} ${letter}. ${text}`,
      );
  if (item.type === 'case') lines.push(...item.key.map(({ question }) => `? ${question}`));
  return plainLines(lines.join('\n'));
}
