import { Tabs as MantineTabs } from '@mantine/core';
import './tabs.css';
import { useEffect, useRef, type ReactNode } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
  /** Tabs of different groups are set apart. */
  readonly group?: number;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** The tabs fill the page: their content takes the remaining height and scrolls. */
  readonly page?: boolean;
}

export function Tabs({ label, tabs, chosen, onChoose, page = false }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // On a telephone the list scrolls, and a link may open its last tab.
  useEffect(() => {
    const tab = list.current?.querySelector(`[role="tab"][id$="-tab-${CSS.escape(chosen)}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return (
    <MantineTabs
      className={page ? 'tt-page-tabs' : undefined}
      value={chosen}
      onChange={(id) => id !== null && onChoose(id)}
      keepMounted={false}
    >
      <MantineTabs.List ref={list} aria-label={label}>
        {tabs.map((tab, place) => (
          <MantineTabs.Tab
            key={tab.id}
            value={tab.id}
            data-starts={(place > 0 && tabs[place - 1]?.group !== tab.group) || undefined}
          >
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map((tab) => (
        <MantineTabs.Panel key={tab.id} value={tab.id}>
          {tab.content}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}
