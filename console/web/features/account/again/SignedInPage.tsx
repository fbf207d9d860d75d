import { useEffect } from 'react';
import { announceSession } from '#web/kernel/session/session-news.ts';
import { usePageTitle } from '#web/lib/document-title.ts';
import { useAccountTexts } from '../texts/en.ts';
import '../sign-in/sign-in.css';

/** End of a sign-in in a window of its own: the page that waits for it continues, and the window closes. */
export function SignedInPage() {
  const text = useAccountTexts();
  usePageTitle(text('signedInTitle'));
  useEffect(() => {
    announceSession('signed in');
    window.close();
  }, []);
  return (
    <main className="tt-sign-in">
      <h1 className="tt-sign-in-title">{text('signedInTitle')}</h1>
      <p>{text('signedInHint')}</p>
    </main>
  );
}
