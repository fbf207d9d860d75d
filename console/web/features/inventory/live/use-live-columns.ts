import { useMemo } from 'react';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useInventoryTexts } from '../texts/en.ts';
import { liveColumns } from './live-columns.tsx';

/** Columns with what is newest, as far as the user may see it; undefined for a list without them. */
export function useLiveColumns(kind: InventoryKind, isLive: boolean) {
  const text = useInventoryTexts();
  const [seesAlarms, seesValues] = [usePermission('ALERT.read'), usePermission('DASHBOARD.read')];
  return useMemo(
    () => (isLive ? liveColumns({ kind, text, seesAlarms, seesValues }) : undefined),
    [kind, text, isLive, seesAlarms, seesValues],
  );
}
