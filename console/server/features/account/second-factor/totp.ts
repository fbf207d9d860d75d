import { createHmac } from 'node:crypto';

/** What authenticator applications take for granted (RFC 6238, section 4): SHA-1, six digits, thirty seconds. */
const PERIOD_S = 30;
const DIGITS = 6;
/** A clock may be a step off, and a code may be typed as it ends (RFC 6238, section 5.2). */
const STEPS_AROUND = [0, -1, 1] as const;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base 32 of RFC 4648 without padding, in which applications take a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('');
}

export const totpStepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / PERIOD_S);

/** The code of a counter (RFC 4226, section 5.3). */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

/** The step whose code it is, near now; undefined when it is none. */
export function matchTotpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const given = code.replaceAll(/\s/g, '');
  return STEPS_AROUND.map((by) => totpStepAt(now) + by).find((step) => totpCode(secret, step) === given);
}

/** What the QR code holds (the Key URI format that authenticator applications read). */
export function enrolmentUri(secret: string, username: string): string {
  const label = encodeURIComponent(`Telltale:${username}`);
  const query = new URLSearchParams({
    secret,
    issuer: 'Telltale',
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(PERIOD_S),
  });
  return `otpauth://totp/${label}?${query.toString()}`;
}
