import { IconDots } from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useResourceTexts } from './use-resource-texts.ts';

interface Props {
  readonly name: string;
  readonly items: readonly MenuItem[];
  /** Why no action is available. */
  readonly disabledReason: string | undefined;
  /** The row has the keyboard focus. */
  readonly active: boolean;
}

/** The actions of a row behind three dots. */
export function ResourceActions({ name, items, disabledReason, active }: Props) {
  const text = useResourceTexts();
  const button = (
    <IconButton
      small
      label={text('actionsOf', { name })}
      icon={<IconDots size={16} />}
      tabIndex={active ? 0 : -1}
      disabledReason={disabledReason}
    />
  );
  return disabledReason === undefined ? <Menu target={button} items={items} /> : button;
}
