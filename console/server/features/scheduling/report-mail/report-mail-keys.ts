import { createHash } from 'node:crypto';
import type { Db } from '#platform/postgres/postgres.ts';
import { mailbox } from '#schemas/scheduling/recipients.ts';
import type { RecipientResult } from '#schemas/scheduling/run.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { readResultsByKey } from '../run/recipients-of-run.ts';

/** Key of the mail to a recipient: it is delivered once, however often it is queued. */
export const reportMailKey = (mail: number, address: string): string =>
  `report-mail-${String(mail)}-${createHash('sha256').update(mailbox(address)).digest('hex').slice(0, 16)}`;

/** What has become of a mail, by its recipients. */
export const readMailResults = (
  db: Db | Tx,
  mail: number,
  addresses: readonly string[],
): Promise<readonly RecipientResult[]> => {
  const recipients = addresses.map((address): RecipientResult => ({
    address,
    state: 'waiting',
    response: '',
  }));
  return readResultsByKey(db, recipients, (address) => reportMailKey(mail, address));
};
