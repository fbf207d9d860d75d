import type { IdSource } from '#platform/id/id.ts';
import { hashPassword } from './password-hash.ts';

/** 120 bits: twenty characters that can be read out. */
const BYTES = 15;

export interface FirstPassword {
  readonly password: string;
  readonly hash: string;
}

/** A password that an administrator hands on: made by chance, never chosen by him (OWASP ASVS 5.0, 6.4.6). */
export async function firstPassword(ids: IdSource): Promise<FirstPassword> {
  const password = ids.bytes(BYTES).toString('base64url');
  return { password, hash: await hashPassword(password) };
}
