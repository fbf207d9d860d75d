import { useState } from 'react';
import { counters } from '#schemas/counter/catalogue.ts';
import type { EquipmentLevel } from '#schemas/polling/poller.ts';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import { matchOptions } from '#web/ui/field/picker-option.ts';
import { Picker } from '#web/ui/field/Picker.tsx';
import { usePollingTexts } from './texts/en.ts';

interface Props {
  readonly level: EquipmentLevel;
  readonly value: string;
  readonly error: string | undefined;
  readonly pollers: readonly ListedPoller[];
  readonly onChange: (key: string) => void;
}

/** Keys that a poller of this level may provide: those of pollers, then those of the product. */
function knownCounters(level: EquipmentLevel, pollers: readonly ListedPoller[]): readonly string[] {
  const own = pollers
    .filter((poller) => !poller.builtIn && poller.level === level)
    .flatMap((poller) => poller.counters.map(({ key }) => key));
  const product = Object.entries(counters)
    .filter(([, { element, scope }]) => element === level && scope === 'snmp')
    .map(([key]) => key);
  return [...new Set([...own, ...product])];
}

/** Selects the counter of a poller, or names a new one. */
export function CounterField({ level, value, error, pollers, onChange }: Props) {
  const text = usePollingTexts();
  const [search, setSearch] = useState('');
  const known = knownCounters(level, pollers).map((key) => ({ value: key, label: key }));
  const typed = search.trim();
  const isNew = (key: string): boolean => key !== '' && known.every((one) => one.value !== key);
  const named = (key: string) => ({ value: key, label: key, detail: text('counterNew', { key }) });
  const options = [...[...new Set([typed, value])].filter(isNew).map(named), ...matchOptions(known, typed)];
  return (
    <Picker
      required
      id="counters"
      label={text('counters')}
      description={text('counterHint')}
      nothingFound={text('counterFound')}
      options={options}
      value={value === '' ? null : value}
      error={error}
      onSearch={setSearch}
      onChange={onChange}
    />
  );
}
