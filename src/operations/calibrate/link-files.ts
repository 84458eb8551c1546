import {
  chained,
  type Link,
  type LinkOptions,
  linkScales,
} from '../../../calibration/link/link-scales.ts';
import { fail } from '../../errors.ts';
import type { ParameterFile } from '../../files/items/read-parameters.ts';
import { pickItems } from '../../irt/parameters.ts';

/** A link between the scales of two files. */
export interface FileLink {
  readonly from: string;
  readonly to: string;
  /** Ids of the items that both have. */
  readonly common: readonly string[];
  readonly link: Link;
}

/** A chain of links, with the constants from the first file to the last. */
export interface LinkChain extends Pick<Link, 'slope' | 'intercept' | 'errors'> {
  readonly links: readonly FileLink[];
}

/**
 * Links each file to the next by the items that both have.
 * @param files their names, two or more
 * @throws ANCHORS_MISSING
 */
export function linkFiles(
  files: readonly string[],
  read: readonly ParameterFile[],
  options: LinkOptions,
): LinkChain {
  const links = files.slice(1).map((to, k) => {
    const from = files[k];
    const [old, next] = [read[k], read[k + 1]];
    const at = new Map(next.items.map((item, j) => [item, j]));
    const common = old.items.filter((item) => at.has(item));
    const place = new Map(old.items.map((item, j) => [item, j]));
    const given = (places: Map<string, number>) => common.map((item) => places.get(item)!);
    const link = linkScales(
      pickItems(old.parameters, given(place)),
      pickItems(next.parameters, given(at)),
      options,
    );
    if (link === null)
      return fail('ANCHORS_MISSING', { from, to, common: common.length, method: options.method });
    return { from, to, common, link };
  });
  const [first, ...rest] = links.map(({ link }) => link);
  const { slope, intercept, errors } = rest.reduce<Pick<Link, 'slope' | 'intercept' | 'errors'>>(
    chained,
    first,
  );
  return { links, slope, intercept, errors };
}
