import { createRoute, Outlet, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { signInSearch } from '#web/features/account/sign-in/sign-in-search.ts';
import { SignInPage } from '#web/features/account/sign-in/SignInPage.tsx';
import { SignedOutContext, type SignedOutNeeds } from '#web/features/account/signed-out-needs.tsx';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';
import { basePath } from '#web/lib/base-path.ts';
import { lazyPage } from './lazy-page.ts';
import { root } from './root.ts';

function SignedOut() {
  const cache = useQueryCache();
  const router = useRouter();
  const needs = useMemo(
    (): SignedOutNeeds => ({
      begin: (session) => cache.write(sessionQuery, session),
      // The history knows nothing of the base path.
      open: (address) => router.history.push(`${basePath()}${address}`),
    }),
    [cache, router],
  );
  return (
    <SignedOutContext value={needs}>
      <Outlet />
    </SignedOutContext>
  );
}

const signedOut = createRoute({ getParentRoute: () => root, id: 'signed-out', component: SignedOut });

const signIn = createRoute({
  getParentRoute: () => signedOut,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: function SignInRoute() {
    return <SignInPage search={signIn.useSearch()} />;
  },
});

const forgottenPassword = createRoute({
  getParentRoute: () => signedOut,
  path: '/forgotten-password',
  component: lazyPage(
    () => import('#web/features/account/password/ForgottenPasswordPage.tsx'),
    'ForgottenPasswordPage',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => signedOut,
  path: '/reset-password',
  component: lazyPage(
    () => import('#web/features/account/password/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
});

const unsubscribe = createRoute({
  getParentRoute: () => signedOut,
  path: '/unsubscribe',
  component: lazyPage(
    () => import('#web/features/account/unsubscribe/UnsubscribePage.tsx'),
    'UnsubscribePage',
  ),
});

const signedIn = createRoute({
  getParentRoute: () => signedOut,
  path: '/signed-in',
  component: lazyPage(() => import('#web/features/account/again/SignedInPage.tsx'), 'SignedInPage'),
});

/** Pages before sign-in, once the console has loaded: after the session has ended. */
export const signedOutRoutes = signedOut.addChildren([
  signIn,
  signedIn,
  forgottenPassword,
  resetPassword,
  unsubscribe,
]);
