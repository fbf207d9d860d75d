import { conditionsOf, whereOf } from './conditions-of.ts';
import type { ListAddress } from './inventory-search.ts';
import { propertyName } from './inventory-columns.tsx';
import { useInventoryTexts } from './use-inventory-texts.ts';

/** The conditions of the address, as filters that can be removed. */
export function useConditions({ search, change }: ListAddress) {
  const text = useInventoryTexts();
  const conditions = conditionsOf(search);
  return {
    filters: conditions.map((condition) => ({
      // In words: “Vendor equals Cisco or Juniper”.
      label:
        `${propertyName(text, condition.property)} ${text(`operator_${condition.operator}`)} ${condition.values.join(text('or'))}`.trim(),
      reset: { where: whereOf(conditions.filter((each) => each !== condition)) },
    })),
    add: (condition: (typeof conditions)[number]) => change({ where: whereOf([...conditions, condition]) }),
  };
}
