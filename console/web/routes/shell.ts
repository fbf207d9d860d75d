import { createRoute, redirect, type ParsedLocation } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import { isWithoutSession, signInAt } from '#web/features/account/sign-in/sign-in-search.ts';
import { forgetSignedIn } from '#web/kernel/session/signed-in-mark.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';
import { FailedDocument } from '#web/kernel/shell/FailedPage.tsx';
import { NotFoundPage } from '#web/kernel/shell/MessagePage.tsx';
import { Shell } from '#web/kernel/shell/Shell.tsx';
import { WaitingDocument } from '#web/kernel/shell/WaitingPage.tsx';
import { root, type RouterContext } from './root.ts';

export async function sessionOrSignIn(
  { queries }: RouterContext,
  location: ParsedLocation,
): Promise<Session> {
  try {
    return await queries.ensureQueryData(sessionQuery);
  } catch (problem) {
    if (!isWithoutSession(problem)) throw problem;
    forgetSignedIn();
    throw redirect({ to: '/sign-in', search: signInAt(location.href, problem) });
  }
}

/** Everything behind sign-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location }) => ({ session: await sessionOrSignIn(context, location) }),
  component: Shell,
  pendingComponent: WaitingDocument,
  errorComponent: FailedDocument,
  notFoundComponent: NotFoundPage,
});
