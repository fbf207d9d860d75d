import { Suspense, useEffect } from 'react';
import { Outlet } from '@tanstack/react-router';
import { sessionState } from '#web/kernel/session/session-watch.ts';
import { useStore } from '#web/lib/store.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';

const load = () => import('./SignInAgain.tsx');
const SignInAgain = lazyPart(load, 'SignInAgain');

/** After the first screen. Loaded in advance: when it is needed the server may be another version. */
const LOAD_AFTER_MS = 5_000;

/** Every page, and the dialog over it once its session ends. */
export function WithSignInAgain() {
  const state = useStore(sessionState);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Outlet />
      {state !== 'running' && (
        <Suspense fallback={null}>
          <SignInAgain />
        </Suspense>
      )}
    </>
  );
}
