import { hash, needsRehash, verify } from 'argon2';
import { normalPassword } from '#schemas/account/password-policy.ts';

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. A hash of another cost is stored anew. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(normalPassword(password), COST);

export const isPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, normalPassword(password));

export const isOutdated = (stored: string): boolean => needsRehash(stored, COST);
