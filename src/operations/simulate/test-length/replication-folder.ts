import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { LengthStudy } from '../../../../sim/test-length/length-study.ts';
import type { KeptReplications } from '../../../../sim/test-length/run-length-study.ts';
import { openBlockFolder } from '../../../workflow/studies/block-folder.ts';

/** Goes up where the same study would give other replications. */
const VERSION = 1;

const count = z.int().nonnegative();
const replication = z.object({
  lengths: z.array(count),
  values: z.array(z.array(z.number())),
  sessions: count,
  items: count,
  models: z
    .array(z.strictObject({ scores: z.array(z.number()), held: z.array(z.boolean()) }))
    .nullable(),
});

/** Distinguishes studies whose replications would differ: SHA-256 of all that determines them, 64 hexadecimal digits. */
function lengthFingerprint(study: LengthStudy): string {
  const hash = createHash('sha256').update(JSON.stringify(VERSION));
  const add = (value: unknown) => {
    if (ArrayBuffer.isView(value))
      hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) {
        hash.update(JSON.stringify(name));
        add(part);
      }
    else hash.update(JSON.stringify(value) ?? 'undefined');
  };
  add(study);
  return hash.digest('hex');
}

/**
 * The replications of a study that are kept in a folder. One that was made for other lengths, by a race with another tolerance, is made
 * again.
 * @throws OPTIONS_CONFLICT if one has begun and this is to begin, or where it is another one
 */
export function openReplications(
  folder: string,
  study: LengthStudy,
  head: Readonly<Record<string, unknown>>,
  resume: boolean,
): KeptReplications {
  const { blocks, read, keep } = openBlockFolder(
    folder,
    {
      format: 'thetarank-test-length',
      fingerprint: lengthFingerprint(study),
      head,
      madeOf: 'bank, target or test',
    },
    resume,
  );
  const present = new Set(blocks);
  return {
    read: (number, lengths) => {
      if (!present.has(number)) return null;
      const kept = read(number, (value) => {
        const parsed = replication.safeParse(value);
        return parsed.success && isWhole(parsed.data, study) ? parsed.data : null;
      });
      return kept.lengths.join() === lengths.join() ? kept : null;
    },
    keep: (number, lengths, values) => keep(number, { lengths, ...values }),
  };
}

function isWhole(
  { lengths, values, models }: z.output<typeof replication>,
  { kind, targets }: LengthStudy,
): boolean {
  return (
    values.length === lengths.length &&
    values.every((row) => row.length === targets.length) &&
    (kind === 'simulated' ? models === null : models?.length === lengths.length)
  );
}
