import type { ComponentChildren } from 'preact';
import { Link } from '../router/link.tsx';

/** An empty page: what is missing, and the button that begins it, where the key is good for that. */
export function EmptyNote({
  children,
  button,
  to,
  shown = true,
}: {
  children: ComponentChildren;
  button: string;
  to: readonly string[];
  shown?: boolean;
}) {
  return (
    <>
      {children}
      {shown && (
        <>
          {' '}
          <Link to={to} class="button primary">
            {button}
          </Link>
        </>
      )}
    </>
  );
}
