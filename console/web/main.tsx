import { loadConsole } from './early.ts';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { addressAfterSignIn, SIGN_IN_PATH } from './features/account/sign-in/sign-in-address.ts';
import { isWithoutSession, signInAt, signInSearch } from './features/account/sign-in/sign-in-search.ts';
import { isSignedOutPage, pathNow, SignedOutPages } from './features/account/SignedOutPages.tsx';
import { displayToken, takeDisplayToken } from './kernel/api/display-token.ts';
import { startLanguage } from './kernel/preferences/preferences.ts';
import { keepSession, readSessionEarly } from './kernel/session/early-session.ts';
import { wasSignedIn } from './kernel/session/signed-in-mark.ts';
import { FailedDocument } from './kernel/shell/FailedPage.tsx';
import { QUIET_WAIT_MS, WaitingDocument } from './kernel/shell/WaitingPage.tsx';
import { basePath } from './lib/base-path.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { openEarly } from './routes/early-page.ts';
import { Toasts } from './ui/feedback/Toasts.tsx';
import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/mantine.css';
import './styles/base.css';

// What is imported here is all that the sign-in page loads. The console comes after it: with the session, or while the user types.
const element = document.getElementById('root');
if (element === null) throw new Error('element #root is missing');
const root = createRoot(element, { onUncaughtError: (error) => show(<FailedDocument error={error} />) });

type SignInParameters = Parameters<typeof signInSearch>[0];

const waiting = setTimeout(() => show(<WaitingDocument />), QUIET_WAIT_MS);

function show(page: ReactNode): void {
  clearTimeout(waiting);
  root.render(
    <StrictMode>
      {page}
      <Toasts />
    </StrictMode>,
  );
}

async function showConsole(): Promise<void> {
  try {
    const { makeConsole } = await loadConsole();
    show(makeConsole());
  } catch (error) {
    show(<FailedDocument error={error} />);
  }
}

function showSignedOut(): void {
  addEventListener('input', () => void loadConsole().catch(() => undefined), { once: true });
  show(<SignedOutPages begin={keepSession} openConsole={() => void showConsole()} />);
}

/** Turns to the sign-in page if there is no session; any other problem is the console's to show. */
async function signInWithoutSession(): Promise<void> {
  const { pathname, search, hash } = location;
  const address = `${pathname.slice(basePath().length)}${search}${hash}`;
  const problem = await readSessionEarly().then(
    () => undefined,
    (rejected: unknown) => rejected,
  );
  if (!isWithoutSession(problem)) return showConsole();
  history.replaceState(
    null,
    '',
    `${basePath()}${SIGN_IN_PATH}${stringifySearch(signInAt(address, problem))}`,
  );
  showSignedOut();
}

/** Opens what the sign-in page leads to for a user with a session, unless the page has something to say. */
async function passSignIn(): Promise<void> {
  const { reason, problem, next } = signInSearch(parseSearch(location.search) as SignInParameters);
  if (reason !== undefined || problem !== undefined || !wasSignedIn()) return showSignedOut();
  const isSignedIn = await readSessionEarly().then(
    () => true,
    () => false,
  );
  if (!isSignedIn) return showSignedOut();
  history.replaceState(null, '', `${basePath()}${addressAfterSignIn(next)}`);
  await showConsole();
}

async function start(): Promise<void> {
  await startLanguage();
  if (pathNow() === SIGN_IN_PATH) return passSignIn();
  if (isSignedOutPage()) return showSignedOut();
  takeDisplayToken(location.hash);
  if (displayToken() !== undefined) return showConsole();
  if (!wasSignedIn()) return signInWithoutSession();
  openEarly(basePath(), location, readSessionEarly());
  await showConsole();
}

void start();
