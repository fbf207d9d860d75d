import { Suspense, useState, type ReactNode } from 'react';
import { IconFilterPlus } from '@tabler/icons-react';
import { ORPHANS } from '#schemas/inventory/list/filter.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { FilterChips } from '#web/ui/panel/FilterChips.tsx';
import { ClassCounts, type ClassCountsProps } from './ClassCounts.tsx';
import type { ListedCustomers } from './inventory-queries.ts';
import type { InventoryListAddress } from './inventory-search.ts';
import { FindingFilter, InfrastructureFilter, NetworkFilter, RouterSwitches } from './ListSwitches.tsx';
import { LiveFilters } from './live/LiveFilters.tsx';
import { OrphansHint, type OrphansHintProps } from './OrphansHint.tsx';
import { useConditions } from './use-conditions.ts';
import { useInventoryTexts } from './texts/en.ts';

const ConditionDialog = lazyOverlay(() => import('./ConditionDialog.tsx'), 'ConditionDialog');

const activeStates = ['true', 'false', 'switching'] as const;

interface Props {
  readonly of: ListedCustomers;
  readonly address: InventoryListAddress;
  /** Properties that conditions are on. */
  readonly properties: readonly string[];
  /** How many elements map to each class of service. */
  readonly classes: ClassCountsProps['classes'];
  /** How many are orphans for each reason. */
  readonly orphans: OrphansHintProps['orphans'];
  readonly end: ReactNode;
}

/** Search, collection state and conditions on properties. */
export function ListFilters({ of, address, properties, classes, orphans, end }: Props) {
  const text = useInventoryTexts();
  const { search, change } = address;
  const { filters, add } = useConditions(address);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Toolbar label={text('toolbar')} end={end}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
        <Select
          quietLabel
          label={text('collection')}
          options={[
            { value: '', label: text('anyCollection') },
            { value: 'true', label: text('collected') },
            { value: 'false', label: text('notCollected') },
            { value: 'switching', label: text('switching') },
          ]}
          value={search.active ?? ''}
          onChange={(value) => change({ active: activeStates.find((each) => each === value) })}
        />
        <LiveFilters address={address} />
        {properties.includes('infrastructure') && <InfrastructureFilter address={address} />}
        <NetworkFilter of={of} address={address} />
        {search.kind === 'interface' && <FindingFilter address={address} />}
        {search.kind === 'device' && <RouterSwitches address={address} />}
        <Button icon={<IconFilterPlus size={15} />} onClick={() => setAdding(true)}>
          {text('addFilter')}
        </Button>
      </Toolbar>
      <ClassCounts classes={classes} address={address} />
      {search.network === ORPHANS && <OrphansHint kind={search.kind} orphans={orphans} />}
      <FilterChips filters={filters.map(({ label, reset }) => ({ label, clear: () => change(reset) }))} />
      {adding && (
        <Suspense fallback={null}>
          <ConditionDialog properties={properties} onAdd={add} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
