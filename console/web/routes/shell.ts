import { createRoute, redirect, type ParsedLocation } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';
import { NotFoundPage } from '#web/kernel/shell/MessagePage.tsx';
import { Shell } from '#web/kernel/shell/Shell.tsx';
import { root, type RouterContext } from './root.ts';

async function sessionOrSignIn({ queries }: RouterContext, location: ParsedLocation): Promise<Session> {
  try {
    return await queries.ensureQueryData(sessionQuery);
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.status !== 401) throw problem;
    const next = location.href === '/' ? undefined : location.href;
    throw redirect({
      to: '/sign-in',
      search: { next, reason: problem.code === 'SESSION_EXPIRED' ? 'expired' : undefined },
    });
  }
}

/** Everything behind sign-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location }) => ({ session: await sessionOrSignIn(context, location) }),
  component: Shell,
  notFoundComponent: NotFoundPage,
});
