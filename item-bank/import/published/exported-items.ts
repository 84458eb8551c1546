import { problemsText, validateItem } from '../../items/validate-item.ts';
import type { ItemFormat } from '../format.ts';
import { jsonRecords } from '../records/json-records.ts';
import { Rejection } from '../records/records.ts';

/** Items as thetarank exports them (`itemLine`): kept as they are, with id, version, status and hash. */
export function exportedItems(): ItemFormat {
  return {
    records: jsonRecords,
    item(value) {
      const { item, problems } = validateItem(value);
      if (item === undefined) throw new Rejection(problemsText(problems));
      return item;
    },
  };
}
