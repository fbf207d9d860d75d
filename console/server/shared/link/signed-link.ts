import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link is for: one that was made for something else is not accepted. */
export type LinkPurpose = 'report file' | 'unsubscribe';

const signatureOf = (key: Buffer, purpose: LinkPurpose, content: string): Buffer =>
  createHmac('sha256', key).update(`${purpose}\n${content}`).digest();

/** Signs the content of a link: `content.signature`, both in the alphabet of addresses. */
export function signLink(key: Buffer, purpose: LinkPurpose, content: unknown): string {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${text}.${signatureOf(key, purpose, text).toString('base64url')}`;
}

/** Returns the content of a link; undefined: its signature is not ours. */
export function openLink(key: Buffer, purpose: LinkPurpose, token: string): unknown {
  const [text = '', signature = ''] = token.split('.');
  const expected = signatureOf(key, purpose, text);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
