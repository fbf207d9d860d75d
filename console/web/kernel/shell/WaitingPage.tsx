import { useKernelTexts } from '../text/en.ts';
import './shell.css';

/** How long a page may load before it says what it waits for, milliseconds. */
export const QUIET_WAIT_MS = 3_000;

/** In place of a page that the server keeps waiting. Invisible at first: code that loads in time takes its place at once. */
export function WaitingPage() {
  const text = useKernelTexts();
  return (
    <div className="tt-message-page tt-waiting-page" role="status">
      <h1>{text('waitsForServer')}</h1>
      <p>{text('waitsForServerHint')}</p>
    </div>
  );
}

/** The same outside the shell, where the session or the code of the console is awaited. */
export function WaitingDocument() {
  return (
    <main>
      <WaitingPage />
    </main>
  );
}
