import type { Item } from '../../../item-bank/items/item.ts';
import { plainLines } from '../../plain-text.ts';
import { shellWord } from '../../shell-word.ts';
import { STRESS_VARIANTS, shotsOf } from '../../stress/variants.ts';
import { type ShownVariant, shownVariants } from '../../workflow/stress/shown-variants.ts';
import { databaseOf, readStore } from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';
import type { StressOptions } from './stress-options.ts';

/** `--show` and `--list`: items as they would be asked. */
export async function showVariants(options: StressOptions): Promise<void> {
  const { bank, show, json } = options;
  await readStore(options, async (store) => {
    const shown = await shownVariants(store, options, show);
    if (json === true) {
      const data = shown.map(({ variant, item, changed }) => ({ variant, item: item.id, changed }));
      console.log(JSON.stringify(data, null, 2));
      return;
    }
    if (show !== undefined) console.log(`${questionLines(shown[0].item)}\n`);
    for (const one of shown) console.log(`${shownText(one, show === undefined)}\n`);
    printText(
      `Next: thetarank stress --bank ${shellWord(bank)} --model NAME@ADDRESS --variants ${options.variants.join(',')}${options.share === 0.12 ? '' : ` --share ${options.share}`}${databaseOf(options)}`,
    );
  });
}

function shownText({ variant, item, changed }: ShownVariant, isList: boolean): string {
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
