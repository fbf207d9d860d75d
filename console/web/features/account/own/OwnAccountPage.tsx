import { useId, type ReactNode } from 'react';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { OwnPreferences } from './OwnPreferences.tsx';
import { OwnSignals } from './OwnSignals.tsx';
import { OwnPassword } from '../password/OwnPassword.tsx';
import { OwnSecondFactor } from '../second-factor/OwnSecondFactor.tsx';
import { SessionList } from './SessionList.tsx';
import { OwnTokens } from '../token/OwnTokens.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useOwnTexts } from './texts/en.ts';
import { useTokenTexts } from '../token/texts/en.ts';
import '../sign-in/sign-in.css';
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

/** The user's own account: preferences, password, second factor, sessions, tokens. */
export function OwnAccountPage() {
  const text = useOwnTexts();
  const token = useTokenTexts();
  const hasTokens = usePermission('API.read');
  const readsAlarms = usePermission('ALERT.read');
  return (
    <div className="tt-page tt-own-account">
      <PageHeader title={text('title')} />
      <div className="tt-own-sections">
        <div className="tt-own-pair">
          <div className="tt-own-column">
            <Section title={text('preferences')}>
              <OwnPreferences />
            </Section>
            {readsAlarms && (
              <Section title={text('signals')}>
                <OwnSignals />
              </Section>
            )}
            <Section title={text('secondFactor')}>
              <OwnSecondFactor />
            </Section>
          </div>
          <Section title={text('password')}>
            <OwnPassword />
          </Section>
          {hasTokens && (
            <Section title={token('title')}>
              <OwnTokens />
            </Section>
          )}
        </div>
        <Section title={text('sessions')}>
          <SessionList />
        </Section>
      </div>
    </div>
  );
}
