import { liveKinds } from '#schemas/inventory/list/live.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { stateFilters, type InventoryListAddress } from '../inventory-search.ts';
import { useInventoryTexts } from '../texts/en.ts';

/** Loads that are looked for, in percent. */
const loads = [50, 80, 95] as const;

/** What elements are filtered by that is newest of them. */
export function LiveFilters({ address: { search, change } }: { readonly address: InventoryListAddress }) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const [seesAlarms, seesValues] = [usePermission('ALERT.read'), usePermission('DASHBOARD.read')];
  const { kind, state, load } = search;
  const hasLoad = seesValues && liveKinds[kind]?.load !== undefined;
  return (
    <>
      {(seesAlarms || seesValues) && (
        <Select
          quietLabel
          label={text('liveState')}
          options={[
            { value: '', label: text('anyState') },
            ...stateFilters.map((value) => ({ value, label: text(`stateIs_${value}`) })),
          ]}
          value={state ?? ''}
          onChange={(value) => change({ state: stateFilters.find((each) => each === value) })}
        />
      )}
      {hasLoad && (
        <Select
          quietLabel
          label={text('load')}
          options={[
            { value: '', label: text('anyLoad') },
            ...[...new Set([...loads, ...(load === undefined ? [] : [load])])].map((percent) => ({
              value: String(percent),
              label: text('loadFrom', { load: formatValue(percent, 'percent', language) }),
            })),
          ]}
          value={load === undefined ? '' : String(load)}
          onChange={(value) => change({ load: value === '' ? undefined : Number(value) })}
        />
      )}
    </>
  );
}
