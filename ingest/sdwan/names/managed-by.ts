import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { tenantClientId } from '#schemas/sdwan/rules.ts';

/** Whose network a manager measures: that of one customer, or of the customer that each tenant is. */
export interface ManagedBy {
  readonly kind: SdwanKind;
  /** Null: a manager of several customers. */
  readonly customer: number | null;
  /** Collection sub-network: the tenants of a manager of several are customers of it. */
  readonly recipientId: number;
}

/** Whose network a stored manager measures. */
export const managedBy = ({ kind, customer_id, recipient_id }: SdwanServerRow): ManagedBy => ({
  kind,
  customer: customer_id,
  recipientId: recipient_id,
});

/** Finds the customer of a tenant: the only one, or the one of the sub-network whose client id is the tenant's name. */
export function customerFinder(
  { customers }: Pick<Inventory, 'customers'>,
  { customer, recipientId }: ManagedBy,
): (tenant: string) => number | undefined {
  const own = [...customers.values()].filter((one) => one.recipientId === recipientId);
  const byClientId = new Map(own.map(({ clientId, id }) => [clientId.toLowerCase(), id]));
  return (tenant) => customer ?? byClientId.get(tenantClientId(tenant) ?? '');
}
