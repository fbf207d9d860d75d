import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { FailedDocument } from '#web/kernel/shell/MessagePage.tsx';

export interface RouterContext {
  readonly queries: QueryClient;
}

export const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: FailedDocument,
});
