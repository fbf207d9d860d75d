import type { ReactNode } from 'react';
import { IconDots } from '@tabler/icons-react';
import { IconButton } from '../button/IconButton.tsx';
import { useUiTexts } from '../texts/en.ts';
import { Menu } from './Menu.tsx';
import type { MenuItem } from './menu-item.ts';
import './row-actions.css';

/** What is done most often with a row. It names the row too: `Edit Paris`. */
export interface PrimaryAction {
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys?: string;
  readonly disabledReason?: string | undefined;
  readonly run: () => void;
}

interface Props {
  readonly name: string;
  /** Unless opening the row does it. */
  readonly primary?: PrimaryAction | undefined;
  /** The other actions; those that take something away come last, after a line. */
  readonly items: readonly MenuItem[];
  /** Why no action is available. */
  readonly disabledReason?: string | undefined;
  /** The row has the keyboard focus; in a list without such a focus every row has it. */
  readonly active?: boolean;
}

/** The actions of a row: the primary one as a button, the others behind three dots. */
export function RowActions({ name, primary, items, disabledReason, active = true }: Props) {
  const text = useUiTexts();
  const tabIndex = active ? 0 : -1;
  // A line separates; alone above the last action it has nothing to separate.
  const shown = items[0]?.is === 'line' ? items.slice(1) : items;
  const dots = (
    <IconButton
      small
      label={text('actionsOf', { name })}
      icon={<IconDots size={16} />}
      tabIndex={tabIndex}
      disabledReason={disabledReason}
    />
  );
  return (
    <span className="tt-row-actions">
      {primary !== undefined && (
        <IconButton
          small
          label={primary.label}
          icon={primary.icon}
          keys={primary.keys}
          tabIndex={tabIndex}
          disabledReason={disabledReason ?? primary.disabledReason}
          onClick={primary.run}
        />
      )}
      {disabledReason === undefined ? <Menu target={dots} items={shown} /> : dots}
    </span>
  );
}
