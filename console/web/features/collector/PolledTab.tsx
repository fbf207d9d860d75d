import { useMemo } from 'react';
import { PollingStateName } from '#schemas/collector/polling-state-name.ts';
import type { DevicePollingState } from '#schemas/collector/polling-state.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { usePolledDevices } from './collector-queries.ts';
import { useCollectorSearch } from './collector-search.ts';
import { polledColumns } from './polled-columns.tsx';
import { useCollectorTexts } from './texts/en.ts';

const idOf = ({ device }: DevicePollingState): string => String(device);
const nameOf = ({ name }: DevicePollingState): string => name;

/** The worst states first. */
const order: readonly PollingStateName[] = [
  'refused',
  'dead',
  'silent',
  'late',
  'waiting',
  'responding',
  'not polled',
  'deactivated',
];

const textsOf = ({ name, address }: DevicePollingState): readonly string[] => [name, address];

/** The devices, the worst first; undefined until they are read. */
function usePolled() {
  const query = usePolledDevices();
  const all = query.data?.devices;
  const rows = useMemo(
    () => all?.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)),
    [all],
  );
  return { query, rows };
}

/** How each device is polled: silent ones, and those whose samples arrive too late to be measured. */
export function PolledTab() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const address = useCollectorSearch();
  const { search, change } = address;
  const { state } = search;
  const { query, rows } = usePolled();
  const nowMs = query.dataUpdatedAt;
  const columns = useMemo(() => polledColumns({ text, language, nowMs }), [text, language, nowMs]);
  const inState = state !== undefined && {
    label: text(`polling_${state}`),
    keeps: (row: DevicePollingState) => row.state === state,
    reset: { state: undefined },
  };
  return (
    <ListTable
      name="polled-devices"
      label={text('polled')}
      toolbar={text('polledToolbar')}
      find={text('findDevice')}
      address={address}
      query={query}
      rows={rows}
      columns={columns}
      rowId={idOf}
      rowName={nameOf}
      textsOf={textsOf}
      filters={[inState]}
      empty={{ title: text('polledEmpty'), hint: text('polledHint') }}
    >
      <Select
        label={text('state')}
        quietLabel
        options={[
          { value: '', label: text('anyState') },
          ...order.map((value) => ({ value, label: text(`polling_${value}`) })),
        ]}
        value={state ?? ''}
        onChange={(value) => change({ state: PollingStateName.safeParse(value).data })}
      />
    </ListTable>
  );
}
