import type { IdSource } from '#platform/id/id.ts';
import { hashPassword } from './password-hash.ts';

/** 120 bits: twenty characters that can be read out. */
const BYTES = 15;

export interface GeneratedPassword {
  readonly password: string;
  readonly hash: string;
}

/** A random password that an administrator issues. Administrators never choose one (OWASP ASVS 5.0, 6.4.6). */
export async function generatePassword(ids: IdSource): Promise<GeneratedPassword> {
  const password = ids.bytes(BYTES).toString('base64url');
  return { password, hash: await hashPassword(password) };
}
