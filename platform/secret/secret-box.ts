import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { IdSource } from '../id/id.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** The key that seals, and previous keys, which open older secrets. */
export interface SecretKeys {
  readonly current: string;
  readonly previous: readonly string[];
}

/** Seals secrets that must be readable later; read access to the tables does not reveal them. */
export interface SecretBox {
  /** `purpose` is bound to the text: it cannot be opened for another purpose. */
  readonly seal: (text: string, purpose: string) => string;
  /** Throws when the key is unknown, the purpose differs, or the text was changed. */
  readonly open: (sealed: string, purpose: string) => string;
  /** Whether the current key sealed it. */
  readonly isCurrent: (sealed: string, purpose: string) => boolean;
}

const derive = (key: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'telltale secrets', 32));

/** Throws with a wrong key. */
function decrypt(bytes: Buffer, key: Buffer, purpose: string): string {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString('utf8');
}

function sealedBytes(sealed: string, purpose: string): Buffer {
  if (!sealed.startsWith(`${VERSION}.`)) throw new Error(`this secret (${purpose}) is not sealed`);
  return Buffer.from(sealed.slice(VERSION.length + 1), 'base64url');
}

function openWith(keys: readonly Buffer[], sealed: string, purpose: string): string {
  const bytes = sealedBytes(sealed, purpose);
  let cause: unknown;
  for (const key of keys)
    try {
      return decrypt(bytes, key, purpose);
    } catch (error) {
      cause ??= error;
    }
  throw new Error(`this secret (${purpose}) cannot be opened: it was sealed with another SECRETS_KEY`, {
    cause,
  });
}

/** AES-256-GCM with a key derived from `current` and 96 random bits per text (NIST SP 800-38D, 8.2.2). */
export function secretBox({ current, previous }: SecretKeys, ids: Pick<IdSource, 'bytes'>): SecretBox {
  const derived = derive(current);
  const readable = [derived, ...previous.map(derive)];
  return {
    seal(text, purpose) {
      const iv = ids.bytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, derived, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open: (sealed, purpose) => openWith(readable, sealed, purpose),
    isCurrent(sealed, purpose) {
      try {
        openWith([derived], sealed, purpose);
        return true;
      } catch {
        return false;
      }
    },
  };
}
