import { InvalidArgumentError } from 'commander';
import type { FieldMap } from '../../../item-bank/import/recognise/field-map.ts';
import { readFieldMap } from '../../operations/field-map.ts';

/** `readFieldMap` for commander's option parsers. */
export function fieldMap(text: string): Partial<FieldMap> {
  try {
    return readFieldMap(text);
  } catch (error) {
    throw new InvalidArgumentError((error as RangeError).message);
  }
}
