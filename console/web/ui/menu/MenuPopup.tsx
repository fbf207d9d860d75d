import { Menu as MantineMenu } from '@mantine/core';
import { cloneElement, useRef, useState, type ReactElement, type Ref } from 'react';
import { MantineTheme } from '../layout/MantineTheme.tsx';
import { Kbd } from '../text/Kbd.tsx';
import './menu.css';
import type { MenuItem } from './menu-item.ts';

interface Props {
  readonly target: ReactElement<{ readonly ref?: Ref<HTMLButtonElement> }>;
  /** A function is called each time that it opens: a choice may have changed them. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  readonly width: number;
  readonly keepOpen: boolean;
}

function Entry({ item, keepOpen }: { readonly item: MenuItem; readonly keepOpen: boolean }) {
  if (item.is === 'heading') return <MantineMenu.Label>{item.label}</MantineMenu.Label>;
  if (item.is === 'line') return <MantineMenu.Divider />;
  if (item.chosen === undefined && item.disabledReason !== undefined)
    return (
      <MantineMenu.Item aria-disabled data-disabled leftSection={item.icon} closeMenuOnClick={false}>
        {item.label}
        <span className="tt-menu-reason">{item.disabledReason}</span>
      </MantineMenu.Item>
    );
  if (item.chosen === undefined)
    return (
      <MantineMenu.Item
        leftSection={item.icon}
        onClick={item.run}
        {...(item.keys !== undefined && {
          'aria-keyshortcuts': item.keys,
          rightSection: <Kbd>{item.keys}</Kbd>,
        })}
      >
        {item.label}
        {item.description !== undefined && <span className="tt-menu-reason">{item.description}</span>}
      </MantineMenu.Item>
    );
  return (
    <MantineMenu.CheckboxItem checked={item.chosen} closeMenuOnClick={!keepOpen} onChange={item.run}>
      {item.label}
    </MantineMenu.CheckboxItem>
  );
}

/** The menu itself, loaded on first use; it opens once loaded. */
export function MenuPopup({ target, items, width, keepOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const change = (next: boolean) => {
    // From inside the menu the focus returns to its button; a click elsewhere keeps its target focused.
    if (!next && document.activeElement?.closest('[role="menu"]') !== null) button.current?.focus();
    setOpen(next);
  };
  return (
    <MantineTheme>
      <MantineMenu
        opened={open}
        onChange={change}
        returnFocus={false}
        width={width}
        position="bottom-end"
        offset={4}
        transitionProps={{ duration: 0 }}
        closeOnItemClick={!keepOpen}
        withinPortal
      >
        <MantineMenu.Target>{cloneElement(target, { ref: button })}</MantineMenu.Target>
        <MantineMenu.Dropdown>
          {(typeof items === 'function' ? items() : items).map((item) => (
            <Entry key={item.is === 'line' ? item.id : item.label} item={item} keepOpen={keepOpen} />
          ))}
        </MantineMenu.Dropdown>
      </MantineMenu>
    </MantineTheme>
  );
}
