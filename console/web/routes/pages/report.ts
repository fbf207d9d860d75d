import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import { printSearch, reportSearch, reportSearchDefaults } from '#web/features/report/report-search.ts';
import { schedulingSearch } from '#web/features/scheduling/scheduling-search.ts';
import { waitLonger } from '#web/kernel/api/call.ts';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { FailedDocument } from '#web/kernel/shell/FailedPage.tsx';
import { WaitingDocument } from '#web/kernel/shell/WaitingPage.tsx';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { needsCustomer } from '../needs-customer.ts';
import { root } from '../root.ts';
import { leadToOwnCustomer } from '../shared-document.ts';
import { sessionOrSignIn, shell } from '../shell.ts';

const report = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/report'),
  validateSearch: reportSearch,
  search: { middlewares: [stripSearchParams(reportSearchDefaults)] },
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/report/ReportsPage.tsx'), 'ReportsPage'),
});

const reportTemplate = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/mt/report'),
  validateSearch: reportSearch,
  beforeLoad: ({ search, context }) => leadToOwnCustomer('report', search, context.session),
  search: { middlewares: [stripSearchParams(reportSearchDefaults)] },
  component: lazyPage(() => import('#web/features/report/ReportsPage.tsx'), 'ReportTemplatePage'),
});

/** The address of one report leads to the page that has it open. */
const oneReport = createRoute({
  getParentRoute: () => shell,
  path: '/report/$report',
  beforeLoad({ params, search }) {
    const open = Number(params.report);
    if (Number.isSafeInteger(open))
      throw redirect({ to: '/report', search: { ...search, open }, replace: true });
  },
});

/** Thirty sites are as many pages, and nothing repeats on paper what failed. */
const PRINT_PATIENCE = 4;

/** All pages of a report as they are printed, without anything of the console around them. */
export const reportPrintRoute = createRoute({
  getParentRoute: () => root,
  path: '/report/$report/print',
  validateSearch: printSearch,
  beforeLoad: async ({ context, location }) => {
    waitLonger(PRINT_PATIENCE);
    // What renders a report has a token instead of a session.
    if (displayToken() === undefined) await sessionOrSignIn(context, location);
  },
  pendingComponent: WaitingDocument,
  errorComponent: FailedDocument,
  component: lazyPage(() => import('#web/features/report/print/ReportPrintPage.tsx'), 'ReportPrintPage'),
});

export const reportRoutes = [report, reportTemplate, oneReport] as const;

const scheduling = createRoute({
  getParentRoute: () => shell,
  path: menuPath('/scheduling'),
  validateSearch: schedulingSearch,
  beforeLoad: ({ search, context }) => needsCustomer(search, context),
  component: lazyPage(() => import('#web/features/scheduling/SchedulingPage.tsx'), 'SchedulingPage'),
});

export const schedulingRoutes = [scheduling] as const;
