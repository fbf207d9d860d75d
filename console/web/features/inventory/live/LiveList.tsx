import { useEffect, type ReactNode } from 'react';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { useAlertDeltas } from '#web/kernel/alert/alert-feed.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { useNow } from '#web/lib/clock.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import type { ListedCustomers } from '../inventory-queries.ts';
import { LiveListProvider, useLiveList, type ListLive } from './use-live-list.ts';

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

/** Reads again what is shown, every minute. */
function Refreshed({ values, seen }: Pick<ListLive, 'values' | 'seen'>) {
  const minute = Math.floor(useNow() / MINUTE_MS);
  useEffect(() => {
    values?.tick(minute);
    seen?.tick(minute);
  }, [minute, values, seen]);
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
      <Refreshed values={live.values} seen={live.seen} />
      {children}
    </LiveListProvider>
  );
}
