import type { Me } from '../../api/keys.ts';
import { mayAdminister, mayRun } from '../state/me-context.ts';
import type { Text } from '../words/t.ts';

/** A part of the dashboard: where it begins, and the key that leads there after `g`. */
export interface Section {
  readonly path: string;
  readonly name: Text;
  readonly key: string;
  readonly shown: (me: Me) => boolean;
}

const everybody = ({ role }: Me) => role !== 'examinee' && role !== 'expert';

export const SECTIONS: readonly Section[] = [
  { path: 'start', name: 'Start here', key: 'h', shown: everybody },
  { path: 'leaderboards', name: 'Leaderboards', key: 'l', shown: everybody },
  { path: 'sessions', name: 'Sessions', key: 's', shown: everybody },
  { path: 'banks', name: 'Banks', key: 'b', shown: everybody },
  { path: 'annotations', name: 'Annotations', key: 'a', shown: everybody },
  { path: 'calibrations', name: 'Calibrations', key: 'c', shown: everybody },
  { path: 'jobs', name: 'Jobs', key: 'j', shown: mayRun },
  { path: 'studies', name: 'Studies', key: 't', shown: everybody },
  { path: 'writing', name: 'Writing', key: 'q', shown: mayRun },
  { path: 'workers', name: 'Workers', key: 'w', shown: mayRun },
  { path: 'keys', name: 'Keys', key: 'k', shown: mayAdminister },
];
