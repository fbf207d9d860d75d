import { z } from 'zod';

/**
 * Payload of the notice `config.access` (`schemas/bus/subject.ts`): rights, roles, accounts, customers or sessions changed.
 * Empty: every account may be affected. Servers review the affected connections within two seconds.
 */
export const AccessChange = z.strictObject({
  /** Only the rights of this account changed. */
  account: z.number().int().optional(),
  /** SHA-256 of the token of a session that ended, as stored. */
  session: z.string().optional(),
});
export type AccessChange = z.infer<typeof AccessChange>;
