import { codeOf, stepAt } from '#server/features/account/second-factor/totp.ts';
import { PASSWORD } from '../server/server-under-test.ts';
import type { Browser, ServerUnderTest } from '../server/server-under-test.ts';

export const LOGIN = '/api/v1/internalLogin';

/** A browser that has opened the sign-in page. */
export async function visitorOf(server: ServerUnderTest): Promise<Browser> {
  const page = server.browser();
  await page.get('/api/v1/authProviders');
  return page;
}

export const attempt = (page: Browser, username: string, password = PASSWORD) =>
  page.send('POST', LOGIN, { body: { username, password } });

/** Status and code of a refusal. */
export const problemOf = (answer: { statusCode: number; json: () => unknown }) => {
  const { code } = answer.json() as { code?: string };
  return [answer.statusCode, code];
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** The bytes of a secret as it is typed. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** What the authenticator application shows at this time; the next code after `by` half minutes. */
export const codeShown = (secret: string, now: Date, by = 0): string =>
  codeOf(fromBase32(secret), stepAt(now) + by);
