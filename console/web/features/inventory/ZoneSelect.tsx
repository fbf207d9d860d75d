import { kindsOfZone, inventoryZones } from '#schemas/inventory/list/zone.ts';
import { Select } from '#web/ui/field/Select.tsx';
import type { InventoryListAddress } from './inventory-search.ts';
import { useInventoryTexts } from './texts/en.ts';

/** The zone: only its kinds have a tab. */
export function ZoneSelect({ address: { search, change } }: { readonly address: InventoryListAddress }) {
  const text = useInventoryTexts();
  const choose = (value: string): void => {
    const zone = inventoryZones.find((each) => each === value);
    const kinds = zone === undefined ? [search.kind] : kindsOfZone(zone);
    const kind = kinds.includes(search.kind) ? search.kind : kinds[0];
    change({ zone, kind, ...(kind === search.kind ? {} : { where: undefined, sort: undefined }) });
  };
  return (
    <div className="tt-inventory-zone">
      <Select
        quietLabel
        label={text('zone')}
        options={[
          { value: '', label: text('allZones') },
          ...inventoryZones.map((value) => ({ value, label: text(`zone_${value}`) })),
        ]}
        value={search.zone ?? ''}
        onChange={choose}
      />
    </div>
  );
}
