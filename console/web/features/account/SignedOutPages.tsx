import { Suspense, useEffect, useMemo, useState } from 'react';
import { basePath } from '#web/lib/base-path.ts';
import { parseSearch } from '#web/lib/search-params.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { SIGN_IN_PATH } from './sign-in/sign-in-address.ts';
import { signInSearch } from './sign-in/sign-in-search.ts';
import { SignInPage } from './sign-in/SignInPage.tsx';
import { SignedOutContext, type SignedOutNeeds } from './signed-out-needs.tsx';

const ForgottenPasswordPage = lazyPart(
  () => import('./password/ForgottenPasswordPage.tsx'),
  'ForgottenPasswordPage',
);
const ResetPasswordPage = lazyPart(() => import('./password/ResetPasswordPage.tsx'), 'ResetPasswordPage');

const UnsubscribePage = lazyPart(() => import('./unsubscribe/UnsubscribePage.tsx'), 'UnsubscribePage');

const paths: readonly string[] = [SIGN_IN_PATH, '/forgotten-password', '/reset-password', '/unsubscribe'];

/** Path below the base path. */
export const pathNow = (): string => location.pathname.slice(basePath().length);

/** Whether the address is one of the pages before sign-in. */
export const isSignedOutPage = (): boolean => paths.includes(pathNow());

function PageAt({ path, search }: { readonly path: string; readonly search: string }) {
  if (path === '/forgotten-password') return <ForgottenPasswordPage />;
  if (path === '/reset-password') return <ResetPasswordPage />;
  if (path === '/unsubscribe') return <UnsubscribePage />;
  // The schema checks the texts of the address, as it does for the router.
  const given = parseSearch(search) as Parameters<typeof signInSearch>[0];
  return <SignInPage search={signInSearch(given)} />;
}

interface Props extends Pick<SignedOutNeeds, 'begin'> {
  /** Loads the console, at the address of the browser. */
  readonly openConsole: () => void;
}

/** The pages before sign-in, without the console's router: they load in a third of the time. */
export function SignedOutPages({ begin, openConsole }: Props) {
  const [{ path, search }, setPlace] = useState({ path: pathNow(), search: location.search });
  const needs = useMemo(
    () => ({
      begin,
      open(address: string) {
        history.pushState(null, '', `${basePath()}${address}`);
        if (isSignedOutPage()) setPlace({ path: pathNow(), search: location.search });
        else openConsole();
      },
    }),
    [begin, openConsole],
  );
  useEffect(() => {
    const follow = () => setPlace({ path: pathNow(), search: location.search });
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return (
    <SignedOutContext value={needs}>
      <Suspense fallback={null}>
        <PageAt path={path} search={search} />
      </Suspense>
    </SignedOutContext>
  );
}
