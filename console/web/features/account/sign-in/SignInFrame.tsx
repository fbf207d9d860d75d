import type { ReactNode } from 'react';
import { LanguageMenu, ThemeMenu } from '#web/kernel/shell/PreferenceMenus.tsx';
import { usePageTitle } from '#web/lib/document-title.ts';
import { Logo } from '#web/ui/layout/Logo.tsx';
import { SignInThreads } from './SignInThreads.tsx';
import { useAccountTexts } from '../texts/en.ts';
import './sign-in.css';

interface Props {
  /** For screen readers only, where the form shows it. */
  readonly title: string;
  readonly quietTitle?: boolean;
  /** Long texts need more room. */
  readonly wide?: boolean;
  /** Its content is still being read: the card would grow, and move, when it comes. */
  readonly waiting?: boolean;
  readonly children: ReactNode;
}

/** Frame of the pages before sign-in. */
export function SignInFrame({ title, quietTitle = false, wide = false, waiting = false, children }: Props) {
  const text = useAccountTexts();
  usePageTitle(title);
  return (
    <div className="tt-sign-in">
      <SignInThreads />
      <main className="tt-sign-in-card" data-wide={wide} data-waiting={waiting}>
        <div className="tt-sign-in-brand">
          <Logo size={44} glow />
          <span className="tt-sign-in-name">Telltale</span>
          {quietTitle && <p>{text('claim')}</p>}
        </div>
        <h1 className={quietTitle ? 'tt-hidden' : 'tt-sign-in-title'}>{title}</h1>
        {children}
      </main>
      <footer className="tt-sign-in-footer">
        <LanguageMenu signedIn={false} />
        <ThemeMenu signedIn={false} />
      </footer>
    </div>
  );
}
