import { HOTP, Secret, TOTP } from 'otpauth';

/** The defaults of authenticator applications (RFC 6238, section 4). */
const PERIOD_S = 30;
const DIGITS = 6;
const ALGORITHM = 'SHA1';
/** A clock may be one step off, and a code may expire while it is typed (RFC 6238, section 5.2). */
const WINDOW_STEPS = 1;

/** Copies the bytes: a Buffer may be a view on a shared pool. */
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** Base 32 of RFC 4648 without padding, in which applications take a secret. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32;

export const totpStepAt = (now: Date): number => TOTP.counter({ period: PERIOD_S, timestamp: now.getTime() });

/** The code of a time step (RFC 4226, section 5.3). */
export const totpCode = (secret: Uint8Array, step: number, digits = DIGITS): string =>
  HOTP.generate({ secret: secretOf(secret), algorithm: ALGORITHM, digits, counter: step });

/** The time step of a code, near now. Undefined for a wrong code. */
export function matchTotpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const delta = TOTP.validate({
    token: code.replaceAll(/\s/g, ''),
    secret: secretOf(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_S,
    timestamp: now.getTime(),
    window: WINDOW_STEPS,
  });
  return delta === null ? undefined : totpStepAt(now) + delta;
}

/** The content of the QR code (the Key URI format that authenticator applications read). */
export const enrolmentUri = (secret: string, username: string): string =>
  new TOTP({
    issuer: 'Telltale',
    label: username,
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_S,
  }).toString();
