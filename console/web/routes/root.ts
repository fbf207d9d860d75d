import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { WithSignInAgain } from '#web/features/account/again/WithSignInAgain.tsx';
import { FailedDocument } from '#web/kernel/shell/FailedPage.tsx';

export interface RouterContext {
  readonly queries: QueryClient;
}

export const root = createRootRouteWithContext<RouterContext>()({
  component: WithSignInAgain,
  errorComponent: FailedDocument,
});
