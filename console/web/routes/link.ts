import { createRoute, redirect } from '@tanstack/react-router';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { LostLinkPage } from '#web/kernel/shell/MessagePage.tsx';
import { shell } from './shell.ts';

/** A short link: leads to the page that it names, or says that there is none for this user. */
export const linkRoute = createRoute({
  getParentRoute: () => shell,
  path: '/link/$link',
  beforeLoad: async ({ params }) => {
    const { pageOfLink } = await import('#web/features/dashboard/link/open-link.ts');
    const page = await pageOfLink(params.link).catch((problem: unknown) => {
      // What the user may not read is as what does not exist.
      if (problem instanceof ApiProblem && [400, 404].includes(problem.status)) return undefined;
      throw problem;
    });
    if (page !== undefined) throw redirect({ ...page, replace: true });
  },
  component: LostLinkPage,
});
