import { hash, needsRehash, verify } from 'argon2';
import { normalPassword } from '#schemas/account/password-policy.ts';

/** Of argon2id: KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. A hash of another cost is rehashed at sign-in. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string, cost = passwordCost): Promise<string> =>
  hash(normalPassword(password), cost);

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, normalPassword(password));

export const isOutdated = (stored: string, cost = passwordCost): boolean => needsRehash(stored, cost);
