import { createContext, use, type MouseEvent, type ReactNode } from 'react';
import type { Session } from '#schemas/account/routes.ts';
import { basePath } from '#web/lib/base-path.ts';

/** What the pages before sign-in need: the router inside the console, the history of the browser before it has loaded. */
export interface SignedOutNeeds {
  /** Opens an address, without the base path. */
  readonly open: (address: string) => void;
  /** Takes the session that has started. */
  readonly begin: (session: Session) => void;
}

const unprovided = (): never => {
  throw new Error('not provided');
};

export const SignedOutContext = createContext<SignedOutNeeds>({ open: unprovided, begin: unprovided });

export const useSignedOutNeeds = (): SignedOutNeeds => use(SignedOutContext);

interface Props {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link between the pages before sign-in. */
export function SignedOutLink({ to, children }: Props) {
  const { open } = useSignedOutNeeds();
  const follow = (event: MouseEvent) => {
    // Another tab or window is left to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(to);
  };
  return (
    <a href={`${basePath()}${to}`} className="tt-sign-in-link" onClick={follow}>
      {children}
    </a>
  );
}
