import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
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
  return (
    <MantineTabs
      className={page ? 'tt-page-tabs' : undefined}
      value={chosen}
      onChange={(id) => id !== null && onChoose(id)}
      keepMounted={false}
    >
      <MantineTabs.List aria-label={label}>
        {tabs.map((tab) => (
          <MantineTabs.Tab key={tab.id} value={tab.id}>
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
