import { randomStream } from '../../../src/random.ts';

type Node = Record<string, unknown> | unknown[];

const VALUES = [
  null,
  true,
  false,
  0,
  1,
  0.5,
  -1,
  2,
  1e300,
  '',
  ' ',
  'x',
  'A',
  '\0',
  '\ud83d',
  [],
  {},
];

/**
 * One to three values of a JSON file or of JSON Lines are replaced (by others of the file too), left out or doubled: the text stays JSON, so that the
 * checks of values are met.
 * @returns null if the file is neither
 */
export function mutateJson(bytes: Buffer, seed: number): Buffer | null {
  const text = bytes.toString('utf8');
  const whole = parsed(text);
  const isLines = whole === undefined;
  const root = isLines
    ? text
        .split('\n')
        .filter((line) => line !== '')
        .map(parsed)
    : whole;
  if (typeof root !== 'object' || root === null) return null;
  const next = randomStream('JSON mutations', seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)];
  for (let changes = 1 + Math.floor(next() * 3); changes > 0; changes--) {
    const nodes = nodesOf(root as Node);
    const node = pick(nodes);
    const keys = Object.keys(node);
    if (keys.length === 0) continue;
    const key = pick(keys);
    const held = node as Record<string, unknown>;
    const other = pick(nodes) as Record<string, unknown>;
    const action = pick(['value', 'other', 'delete', 'double', 'key'] as const);
    if (action === 'value') held[key] = pick(VALUES);
    else if (action === 'other') held[key] = structuredClone(Object.values(other)[0] ?? null);
    else if (Array.isArray(node)) {
      if (action === 'delete') node.splice(Number(key), 1);
      else node.splice(Number(key), 0, structuredClone(node[Number(key)]));
    } else {
      if (action === 'key') held[pick(['x', 'item', 'score', ''])] = held[key];
      if (action !== 'double') delete held[key];
    }
  }
  const made = isLines
    ? (root as unknown[]).map((one) => JSON.stringify(one)).join('\n')
    : JSON.stringify(root);
  return Buffer.from(made);
}

/** Every list and object of a value, itself first. */
function nodesOf(root: Node): Node[] {
  const nodes: Node[] = [root];
  for (let k = 0; k < nodes.length && nodes.length < 5000; k++)
    for (const child of Object.values(nodes[k]))
      if (typeof child === 'object' && child !== null) nodes.push(child as Node);
  return nodes;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
