import type { z } from 'zod';
import { madeKey } from '../api/keys.ts';
import { type requestedSession, sessionSummary } from '../api/sessions.ts';
import type { Invitation } from '../files/people/invitations-file.ts';
import type { Person } from '../files/people/people-file.ts';
import type { ServiceClient } from './service-client.ts';

export interface InvitedPeople {
  readonly people: readonly Person[];
  /** What all tests have in common. */
  readonly request: Omit<z.input<typeof requestedSession>, 'examinee'>;
  /** Days until the links expire; null for never. */
  readonly days: number | null;
  /** Where the links lead: the address of the dashboard, without a slash at its end. */
  readonly address: string;
  /** Those that are there by name, which are added to. One without a link keeps its session. */
  readonly invitations: Map<string, Invitation>;
  /** Called after each step, so that it can be kept. */
  readonly onStep: () => void;
  /** Called after each person. */
  readonly onInvited: (name: string) => void;
}

/**
 * Invites people to a test of a service: a session and a link for each who has none.
 * @throws SERVICE_UNREACHABLE, SERVICE_REFUSED
 */
export async function invitePeople(
  client: ServiceClient,
  { people, request, days, address, invitations, onStep, onInvited }: InvitedPeople,
): Promise<void> {
  for (const { name, extraMinutes } of people) {
    const known = invitations.get(name);
    if (known !== undefined && known.link !== '') continue;
    const session =
      known?.session ??
      (
        await client.post(
          '/v1/sessions',
          { ...request, examinee: name, person: true, scoring: 'service', extraMinutes },
          sessionSummary,
          false,
        )
      ).id;
    invitations.set(name, { name, session, link: '' });
    onStep();
    const { key } = await client.post(
      '/v1/keys',
      { role: 'examinee', name, session, days },
      madeKey,
      false,
    );
    invitations.set(name, { name, session, link: `${address}/#/enter/${key}` });
    onStep();
    onInvited(name);
  }
}
