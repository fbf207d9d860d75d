import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import { ClassName } from '#web/kernel/qos/ClassName.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import type { ListAddress } from './inventory-search.ts';
import { useConditions } from './use-conditions.ts';
import { useInventoryTexts } from './use-inventory-texts.ts';

export interface ClassCountsProps {
  readonly classes: NonNullable<InventoryRows['classes']>;
  readonly address: ListAddress;
}

/** How many elements map to each class of service, in the order of the classes; each shows its own. */
export function ClassCounts({ classes, address }: ClassCountsProps) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const { add } = useConditions(address);
  if (classes.length === 0) return null;
  return (
    <div className="tt-inventory-classes" role="group" aria-label={text('classCounts')}>
      {classes.map(({ count, ...one }) => (
        <Button
          key={one.name}
          kind="quiet"
          onClick={() => add({ property: 'classOfService', operator: 'equals', values: [one.name] })}
        >
          <ClassName of={one} />
          <span className="tt-muted">{formatNumber(count, language)}</span>
        </Button>
      ))}
    </div>
  );
}
