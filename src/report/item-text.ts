import { imageText } from '../../item-bank/items/images/image.ts';
import type { Item } from '../../item-bank/items/item.ts';
import type { Metric } from '../../item-bank/items/metric/metric.ts';
import { plainLines } from '../plain-text.ts';

/** An item for people to read: what is asked, what is right, and what is known of it. */
export function itemText(item: Item): string {
  const lines = [`${item.id}  (${item.type}, ${item.status}, version ${item.version})`];
  if (item.context !== undefined) lines.push(item.context, '');
  lines.push(item.stem);
  for (const { url } of item.images ?? []) lines.push(`  [image: ${imageText(url)}]`);
  if ('options' in item)
    for (const [letter, text] of Object.entries(item.options)) lines.push(`  ${letter}. ${text}`);
  if (item.type === 'case')
    for (const { question, answers } of item.key)
      lines.push(`  question: ${question}`, ...answers.map((answer) => `    answer: ${answer}`));
  else lines.push(`key: ${item.key.join('options' in item ? ', ' : ' | ')}`);
  if ('metric' in item && item.metric !== undefined)
    lines.push(`metric: ${metricText(item.metric)}`);
  if (item.explanation !== undefined) lines.push(`explanation: ${item.explanation}`);
  const tags = Object.entries(item.tags).map(([tag, value]) => `${tag}=${value}`);
  if (tags.length > 0) lines.push(`tags: ${tags.join(', ')}`);
  if (item.human !== undefined) lines.push(`people: ${item.human.accuracy} right`);
  lines.push(`from: ${item.source}; ${item.licence}; ${item.language}`, `hash: ${item.hash}`);
  return plainLines(lines.join('\n'));
}

/** `rouge-l, measure=f1, tokens=characters`. */
function metricText({ name, ...options }: Metric): string {
  const named = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  return [name, ...named].join(', ');
}
