import { z } from 'zod';

/**
 * Payload of the notice `config.access` (`schemas/bus/subject.ts`): rights, roles, accounts, customers or sessions changed.
 * Empty: anybody may be concerned. Servers look at the connections concerned within two seconds.
 */
export const AccessChange = z.strictObject({
  /** Only this account's rights. */
  account: z.number().int().optional(),
  /** This session ended; the SHA-256 of its token, as the table has it. */
  session: z.string().optional(),
});
export type AccessChange = z.infer<typeof AccessChange>;
