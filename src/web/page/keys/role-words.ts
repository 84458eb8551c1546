import type { Role } from '../../../workflow/keys/roles.ts';
import type { Text } from '../../words/t.ts';

/** What roles are called. */
export const ROLE_WORDS: Readonly<Record<Role, Text>> = {
  administrator: 'administrator',
  runner: 'runner',
  viewer: 'viewer',
  examinee: 'examinee',
  expert: 'expert',
  link: 'link',
};
