import { propertyName } from '#schemas/inventory/list/property-names.ts';
import { useLanguage } from '#web/lib/text.ts';
import { conditionsOf, whereOf } from './conditions-of.ts';
import type { InventoryListAddress } from './inventory-search.ts';
import { useInventoryTexts } from './texts/en.ts';

/** The conditions of the address, as filters that can be removed. */
export function useConditions({ search, change }: InventoryListAddress) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const conditions = conditionsOf(search);
  return {
    filters: conditions.map((condition) => ({
      // In words: “Vendor equals Cisco or Juniper”.
      label:
        `${propertyName(condition.property, language)} ${text(`operator_${condition.operator}`)} ${condition.values.join(text('or'))}`.trim(),
      reset: { where: whereOf(conditions.filter((each) => each !== condition)) },
    })),
    add: (condition: (typeof conditions)[number]) => change({ where: whereOf([...conditions, condition]) }),
  };
}
