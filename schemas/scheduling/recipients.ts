import { z } from 'zod';
import { schedulingLimits } from '../limit/scheduling.ts';

/** Longest address (RFC 5321 §4.5.3.1.3). */
const MAX_ADDRESS = 254;

const Address = z.email('SCHEDULING_LIST_INVALID').max(MAX_ADDRESS, 'SCHEDULING_LIST_INVALID');
const { maxRecipients } = schedulingLimits;

export const Recipients = z
  .array(Address)
  .min(1, 'SCHEDULING_NO_EMAILS')
  .max(maxRecipients, 'SELECTION_TOO_LARGE');
/** Recipients that the provider has set: customers cannot remove them. */
export const RequiredRecipients = z.array(Address).max(maxRecipients, 'SELECTION_TOO_LARGE').default([]);

/** Mailboxes are compared without regard to case: no provider in use distinguishes it. */
export const mailbox = (address: string): string => address.trim().toLowerCase();

/** The addresses of a list, separated by commas, semicolons or line breaks; each once. */
export function addressesOf(list: string): readonly string[] {
  const byMailbox = new Map<string, string>();
  for (const one of list.split(/[,;\n]/)) {
    const address = one.trim();
    if (address !== '' && !byMailbox.has(mailbox(address))) byMailbox.set(mailbox(address), address);
  }
  return [...byMailbox.values()];
}

/** Addresses that are in one list and not in another. */
export function missingAddresses(of: readonly string[], within: readonly string[]): readonly string[] {
  const known = new Set(within.map(mailbox));
  return of.filter((address) => !known.has(mailbox(address)));
}
