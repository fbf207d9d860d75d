import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import { ClassName } from '#web/kernel/qos/ClassName.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { conditionsOf, whereOf, type Condition } from './conditions-of.ts';
import type { InventoryListAddress } from './inventory-search.ts';
import { useInventoryTexts } from './texts/en.ts';

const PROPERTY = 'classOfService';

export interface ClassCountsProps {
  readonly classes: NonNullable<InventoryRows['classes']>;
  readonly address: InventoryListAddress;
}

/** How many elements map to each class of service, in the order of the classes; each shows its own. */
export function ClassCounts({ classes, address }: ClassCountsProps) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const { search, change } = address;
  if (classes.length === 0) return null;
  const conditions = conditionsOf(search);
  const shown = ({ name }: Pick<ClassCountsProps['classes'][number], 'name'>) =>
    conditions.find((one) => one.property === PROPERTY && one.values.join() === name);
  const toggle = (of: { readonly name: string }): void => {
    const condition: Condition = { property: PROPERTY, operator: 'equals', values: [of.name] };
    const own = shown(of);
    const others = conditions.filter((one) => one.property !== PROPERTY);
    change({ where: whereOf(own === undefined ? [...others, condition] : others) });
  };
  return (
    <div className="tt-inventory-classes" role="group" aria-label={text('classCounts')}>
      {classes.map(({ count, ...one }) => (
        <Button key={one.name} kind="quiet" pressed={shown(one) !== undefined} onClick={() => toggle(one)}>
          <ClassName of={one} />
          <span className="tt-muted">{formatNumber(count, language)}</span>
        </Button>
      ))}
    </div>
  );
}
