import { hash } from 'argon2';
import type { IdSource } from '#platform/id/id.ts';

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane; as at sign-in. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** 120 bits: twenty characters that can be read out. */
const BYTES = 15;

export interface FirstPassword {
  readonly password: string;
  readonly hash: string;
}

/** A password that an administrator hands on: made by chance, never chosen by him (OWASP ASVS 5.0, 6.4.6). */
export async function firstPassword(ids: IdSource): Promise<FirstPassword> {
  const password = ids.bytes(BYTES).toString('base64url');
  return { password, hash: await hash(password, COST) };
}
