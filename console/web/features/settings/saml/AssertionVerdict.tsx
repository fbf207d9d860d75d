import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { SamlVerdict, testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { useIdentityTexts } from '../identity/texts/en.ts';
import { useSamlTexts } from './texts/en.ts';

type Result = z.output<typeof testSamlAssertion.reply>;

const icons: Record<SamlVerdict['verdict'], ReactNode> = {
  passed: <IconCircleCheck size={16} aria-hidden="true" />,
  failed: <IconCircleX size={16} aria-hidden="true" />,
  skipped: <IconCircleMinus size={16} aria-hidden="true" />,
};

function Checks({ checks }: Pick<Result, 'checks'>) {
  const text = useSamlTexts();
  return (
    <ol className="tt-verdicts" aria-label={text('checks')}>
      {checks.map(({ check, verdict, why }) => (
        <li key={check} data-verdict={verdict}>
          {icons[verdict]}
          <div>
            <span>{text(`check-${check}`)}</span>
            <span className="tt-verdict-word">{text(`verdict-${verdict}`)}</span>
            {why !== null && <p>{why}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function User({ identity }: { readonly identity: NonNullable<Result['identity']> }) {
  const text = useSamlTexts();
  const property = useIdentityTexts();
  const { username, firstName, lastName, email, role, profiles, customers, allCustomers } = identity;
  const list = (names: readonly string[]): string => (names.length === 0 ? '–' : names.join(', '));
  return (
    <Facts
      facts={[
        [property('property-USERNAME'), username],
        [text('personName'), `${firstName} ${lastName}`.trim() || '–'],
        [property('property-EMAIL'), email === '' ? '–' : email],
        [property('property-ROLE'), role],
        [property('property-PROFILE'), list(profiles)],
        [property('property-CUSTOMER'), allCustomers ? property('property-ALL_CUSTOMERS') : list(customers)],
      ]}
    />
  );
}

/** The checks with their verdicts, the attributes of the response, and the resulting user. */
export function AssertionVerdict({ result }: { readonly result: Result }) {
  const text = useSamlTexts();
  const { accepted, checks, attributes, identity } = result;
  const entries = Object.entries(attributes);
  return (
    <section className="tt-settings-result" aria-label={text('result')}>
      <Banner tone={accepted ? 'info' : 'warning'}>{text(accepted ? 'accepted' : 'rejected')}</Banner>
      <div className="tt-settings-columns">
        <div>
          <h2>{text('checks')}</h2>
          <Checks checks={checks} />
        </div>
        <div>
          <h2>{text('resultingUser')}</h2>
          {identity === null ? <p className="tt-muted">{text('noUser')}</p> : <User identity={identity} />}
          <h2>{text('attributes')}</h2>
          {entries.length === 0 ? (
            <p className="tt-muted">{text('noAttributes')}</p>
          ) : (
            <Facts facts={entries.map(([name, values]) => [name, values.join(', ')] as const)} />
          )}
        </div>
      </div>
    </section>
  );
}
