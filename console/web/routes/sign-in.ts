import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { root } from './root.ts';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: versionedSearch(
    z.object({
      next: searchValue.text(),
      reason: z.enum(['expired', 'not-signed-out', 'password-changed']).optional().catch(undefined),
      problem: searchValue.text(),
    }),
    [],
  ),
  component: lazyRouteComponent(() => import('#web/features/account/sign-in/SignInPage.tsx'), 'SignInPage'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyRouteComponent(
    () => import('#web/features/account/password/ForgottenPasswordPage.tsx'),
    'ForgottenPasswordPage',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(
    () => import('#web/features/account/password/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
});

/** Pages before sign-in. */
export const signInRoutes = [signIn, forgottenPassword, resetPassword] as const;
