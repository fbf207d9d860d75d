import { useId, type ReactNode } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { OwnSecondFactor } from './OwnSecondFactor.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { useOwnTexts } from './use-own-texts.ts';
import './sign-in.css';
import './own-account.css';

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="tt-own-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** One's own account: password, second factor, sessions. */
export function OwnAccountPage() {
  const text = useOwnTexts();
  return (
    <div className="tt-page tt-own">
      <PageHeader title={text('title')} />
      <div className="tt-own-sections">
        <Section title={text('password')}>
          <OwnPassword />
        </Section>
        <Section title={text('secondFactor')}>
          <OwnSecondFactor />
        </Section>
        <Section title={text('sessions')}>
          <OwnSessions />
        </Section>
      </div>
    </div>
  );
}
