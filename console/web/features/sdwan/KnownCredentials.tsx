import type { SdwanCredentials } from '#schemas/sdwan/server.ts';
import { msOf } from '#web/lib/clock.ts';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useSdwanTexts } from './texts/en.ts';

/** What a manager has shown of how long it lets in; nothing of one that has not responded over TLS. */
export function KnownCredentials({ credentials }: { readonly credentials: SdwanCredentials }) {
  const text = useSdwanTexts();
  const { certificate, sessionEndsAt } = credentials;
  const facts: Fact[] = [
    ...(certificate === null
      ? []
      : ([
          [text('certificate'), certificate.subject],
          [text('certificateEnds'), <Time key="ends" as="time" at={msOf(certificate.expiresAt)} />],
          [text('fingerprint'), <code key="fingerprint">{certificate.fingerprint}</code>],
        ] as const)),
    ...(certificate === null || certificate.changedAt === null
      ? []
      : ([[text('certificateChanged'), <Time key="at" at={msOf(certificate.changedAt)} />]] as const)),
    ...(sessionEndsAt === null
      ? []
      : ([[text('sessionEnds'), <Time key="session" at={msOf(sessionEndsAt)} />]] as const)),
  ];
  if (facts.length === 0) return null;
  return (
    <section className="tt-sdwan-known" aria-label={text('known')}>
      <h3>{text('known')}</h3>
      <Facts facts={facts} />
    </section>
  );
}
