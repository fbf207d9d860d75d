import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { ManagedBy } from './element-index.ts';

/** Whose network a stored manager measures. */
export const managedBy = ({ kind, customer_id, recipient_id }: SdwanServerRow): ManagedBy => ({
  kind,
  customer: customer_id,
  recipientId: recipient_id,
});
