import { infrastructures } from '#schemas/inventory/list/infrastructure.ts';
import { infrastructureNames } from '#schemas/inventory/list/infrastructure-names.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import { ORPHANS } from '#schemas/inventory/list/filter.ts';
import { ANY_FINDING, findingKinds } from '#schemas/line/line-finding.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { conditionsOf, whereOf } from './conditions-of.ts';
import { useClientNetworks, type ListedCustomers } from './inventory-queries.ts';
import type { InventoryListAddress } from './inventory-search.ts';
import { useInventoryTexts } from './texts/en.ts';

const PROPERTY = 'infrastructure';

/** The type of infrastructure: a condition of the address like any other. */
export function InfrastructureFilter({
  address: { search, change },
}: {
  readonly address: InventoryListAddress;
}) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const conditions = conditionsOf(search);
  const isType = ({ property, operator }: (typeof conditions)[number]): boolean =>
    property === PROPERTY && operator === 'equals';
  const chosen = conditions.find(isType)?.values[0] ?? '';
  const others = conditions.filter((condition) => !isType(condition));
  const choose = (type: string): void =>
    change({
      where: whereOf(
        type === '' ? others : [...others, { property: PROPERTY, operator: 'equals', values: [type] }],
      ),
    });
  return (
    <Select
      quietLabel
      label={propertyName(PROPERTY, language)}
      options={[
        { value: '', label: text('anyInfrastructure') },
        ...infrastructures.map((value) => ({ value, label: infrastructureNames[value][language] })),
      ]}
      value={chosen}
      onChange={choose}
    />
  );
}

/** Border routers of performance routing (PfR) and all others (CPE), each shown or not. */
export function RouterSwitches({ address: { search, change } }: { readonly address: InventoryListAddress }) {
  const text = useInventoryTexts();
  const { routers } = search;
  // One of them always stays: a list of neither has nothing.
  const toggle = (own: 'pfr' | 'cpe', other: 'pfr' | 'cpe', shown: boolean): void =>
    change({ routers: shown ? undefined : routers === own ? own : other });
  return (
    <div className="tt-inventory-switches" role="group" aria-label={text('routers')}>
      <Checkbox
        label={text('pfr')}
        checked={routers !== 'cpe'}
        onChange={(shown) => toggle('pfr', 'cpe', shown)}
      />
      <Checkbox
        label={text('cpe')}
        checked={routers !== 'pfr'}
        onChange={(shown) => toggle('cpe', 'pfr', shown)}
      />
    </div>
  );
}

/** What pollers found out about the lines of interfaces. */
export function FindingFilter({ address: { search, change } }: { readonly address: InventoryListAddress }) {
  const text = useInventoryTexts();
  const kinds = [ANY_FINDING, ...findingKinds] as const;
  return (
    <Select
      quietLabel
      label={text('line')}
      options={[
        { value: '', label: text('anyLine') },
        ...kinds.map((value) => ({ value, label: text(`finding_${value}`) })),
      ]}
      value={search.finding ?? ''}
      onChange={(value) => change({ finding: kinds.find((each) => each === value) })}
    />
  );
}

interface NetworkProps {
  readonly of: ListedCustomers;
  readonly address: InventoryListAddress;
}

/** The client network, or those in none. */
export function NetworkFilter({ of, address: { search, change } }: NetworkProps) {
  const text = useInventoryTexts();
  const { data: prefixes = [] } = useClientNetworks(of);
  const { network = '' } = search;
  const known = network === '' || network === ORPHANS || prefixes.includes(network) ? [] : [network];
  return (
    <Select
      quietLabel
      searchable
      label={text('network')}
      options={[
        { value: '', label: text('anyNetwork') },
        { value: ORPHANS, label: text('orphans') },
        ...[...known, ...prefixes].map((value) => ({ value, label: value })),
      ]}
      value={network}
      onChange={(value) => change({ network: value === '' ? undefined : value })}
    />
  );
}
