import { dateAtMs } from '#platform/clock/time.ts';
import type { StoredCertificate } from '#schemas/table/sdwan.ts';
import type { ManagerCredentials } from './sdwan-client.ts';

interface Stored {
  readonly certificate: StoredCertificate | null;
}

/** The columns that keep what a client has learned: a certificate that replaces another one is dated. */
export function credentialColumns(
  { certificate, sessionEndsMs }: ManagerCredentials,
  stored: Stored,
  now: Date,
) {
  const before = stored.certificate;
  const isSame = before !== null && before.fingerprint === certificate?.fingerprint;
  const changedMs = isSame ? before.changedMs : before === null ? null : now.getTime();
  return {
    session_ends_at: sessionEndsMs === undefined ? null : dateAtMs(sessionEndsMs),
    ...(certificate !== undefined && {
      certificate: {
        fingerprint: certificate.fingerprint,
        subject: certificate.subject,
        expiresMs: certificate.expiresMs,
        changedMs,
      },
    }),
  };
}
