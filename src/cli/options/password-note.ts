import { isPostgres } from '../../store/location.ts';

/**
 * Where the options of a command name a database with its password, what its next steps need: they are printed without it. Null
 * if they need nothing.
 * @param options of the command; `to` is the database of a copy
 */
export function passwordNote(
  options: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (options.json || environment.PGPASSWORD) return null;
  const option = ['database', 'to'].find((name) => hasPassword(options[name]));
  if (option === undefined) return null;
  return `Printed commands leave out the password of --${option}. Put it into PGPASSWORD, or the whole address into THETARANK_DATABASE: other users of this machine can see arguments.`;
}

function hasPassword(address: unknown): boolean {
  if (typeof address !== 'string' || !isPostgres(address) || !URL.canParse(address)) return false;
  return new URL(address).password !== '';
}
