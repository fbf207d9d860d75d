import type { ReactNode } from 'react';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { useAlertDeltas } from '#web/kernel/alert/alert-feed.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import type { ListedCustomers } from '../inventory-queries.ts';
import { LiveListProvider, useLiveList } from './use-live-list.ts';

interface Props {
  readonly of: ListedCustomers;
  readonly kind: InventoryKind;
  readonly children: ReactNode;
}

/** Keeps the alarms of a list current. */
function AlarmDeltas({ customer }: { readonly customer: number }) {
  useAlertDeltas(customer);
  return null;
}

/** Gives the columns of a list of one customer what is newest. */
export function LiveList({ of, kind, children }: Props) {
  const customer = 'customer' in of ? of.customer : undefined;
  const [seesAlarms, seesValues] = [usePermission('ALERT.read'), usePermission('DASHBOARD.read')];
  const live = useLiveList({ customer, kind, seesAlarms, seesValues });
  return (
    <LiveListProvider value={live}>
      {customer !== undefined && seesAlarms && <AlarmDeltas customer={customer} />}
      {children}
    </LiveListProvider>
  );
}
