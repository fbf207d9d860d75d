import { IconX } from '@tabler/icons-react';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { Button } from '#web/ui/button/Button.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useChangeTexts } from './texts/en.ts';
import '#web/ui/table/selection-bar.css';

interface Props {
  readonly elements: readonly InventoryElement[];
  /** Elements that match the filters. */
  readonly matching: number;
  /** All that match are selected. */
  readonly isAll: boolean;
  readonly items: readonly MenuItem[];
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** Number of selected elements, and what can be done with them at once. */
export function ElementSelection({ elements, matching, isAll, items, onAll, onClear }: Props) {
  const text = useChangeTexts();
  const count = isAll ? matching : elements.length;
  if (count === 0) return null;
  return (
    <div className="tt-selection-bar" role="group" aria-label={text('selection')}>
      <strong role="status">{text('selected', { count })}</strong>
      {items.map((item) =>
        item.is === 'action' ? (
          <Button key={item.label} icon={item.icon} disabledReason={item.disabledReason} onClick={item.run}>
            {item.label}
          </Button>
        ) : null,
      )}
      {!isAll && matching > elements.length && (
        <Button kind="quiet" onClick={onAll}>
          {text('selectMatching', { count: matching })}
        </Button>
      )}
      <Button kind="quiet" icon={<IconX size={14} />} onClick={onClear}>
        {text('clear')}
      </Button>
    </div>
  );
}
