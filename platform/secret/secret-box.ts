import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { IdSource } from '../id/id.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Seals secrets that have to be read again, for the tables: who reads them there has nothing. */
export interface SecretBox {
  /** `purpose` is bound to the text: what was sealed as one thing cannot be opened as another. */
  seal(text: string, purpose: string): string;
  /** Throws when it was sealed with another key, for another purpose, or was changed. */
  open(sealed: string, purpose: string): string;
}

/** AES-256-GCM under a key derived from `key`, with 96 random bits for each text (NIST SP 800-38D, 8.2.2). */
export function secretBox(key: string, ids: Pick<IdSource, 'bytes'>): SecretBox {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'telltale secrets', 32));
  return {
    seal(text, purpose) {
      const iv = ids.bytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, derived, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      if (!sealed.startsWith(`${VERSION}.`)) throw new Error(`this secret (${purpose}) was not sealed here`);
      const bytes = Buffer.from(sealed.slice(VERSION.length + 1), 'base64url');
      const tag = bytes.subarray(-TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, derived, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      try {
        const body = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error(
          `this secret (${purpose}) cannot be opened: SECRETS_KEY is another than when it was saved`,
          {
            cause: error,
          },
        );
      }
    },
  };
}
