import { useMemo } from 'react';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { placeValue } from '../inventory-columns.tsx';
import { useInventoryTexts } from '../texts/en.ts';
import { liveColumns } from './live-columns.tsx';

interface LiveColumnsOf {
  readonly kind: InventoryKind;
  /** The list is sorted descending. */
  readonly desc: boolean;
  readonly filled: readonly string[] | undefined;
}

/** Columns with what is newest, as far as the user may see it. */
export function useLiveColumns({ kind, desc, filled }: LiveColumnsOf) {
  const text = useInventoryTexts();
  const [seesAlarms, seesValues] = [usePermission('ALERT.read'), usePermission('DASHBOARD.read')];
  return useMemo(
    () => liveColumns({ kind, text, seesAlarms, seesValues, filled, value: placeValue(desc) }),
    [kind, text, seesAlarms, seesValues, filled, desc],
  );
}
