import { useMemo } from 'react';
import { PollingStateName } from '#schemas/collector/polling-state-name.ts';
import type { DevicePollingState } from '#schemas/collector/polling-state.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { usePolledDevices } from './collector-queries.ts';
import { useCollectorSearch } from './collector-search.ts';
import { polledColumns } from './polled-columns.tsx';
import { useCollectorTexts } from './texts/en.ts';

const none: readonly DevicePollingState[] = [];
const idOf = ({ device }: DevicePollingState): string => String(device);
const nameOf = ({ name }: DevicePollingState): string => name;

/** The worst states first. */
const order: readonly PollingStateName[] = [
  'refused',
  'dead',
  'silent',
  'late',
  'waiting',
  'answering',
  'not polled',
  'deactivated',
];

const textsOf = ({ name, address }: DevicePollingState): readonly string[] => [name, address];

function usePolledPanel() {
  const text = useCollectorTexts();
  const { search, change } = useCollectorSearch();
  const { state } = search;
  const query = usePolledDevices();
  const all = query.data?.devices ?? none;
  const rows = useMemo(
    () => all.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)),
    [all],
  );
  const panel = useListPanel({
    query,
    rows,
    change,
    q: search.q,
    textsOf,
    filters: [
      state !== undefined && {
        label: text(`polling_${state}`),
        keeps: (row: DevicePollingState) => row.state === state,
        reset: { state: undefined },
      },
    ],
    empty: { title: text('polledEmpty'), hint: text('polledHint') },
  });
  return { ...panel, nowMs: query.dataUpdatedAt };
}

/** How each device is polled: silent ones, and those whose samples arrive too late to be measured. */
export function PolledTab() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const { search, change } = useCollectorSearch();
  const { state, shown, nowMs } = usePolledPanel();
  const columns = useMemo(() => polledColumns({ text, language, nowMs }), [text, language, nowMs]);
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  return (
    <>
      <Toolbar label={text('polledToolbar')}>
        <SearchField label={text('findDevice')} value={search.q} onChange={(q) => change({ q })} />
        <Select
          label={text('state')}
          quietLabel
          options={[
            { value: '', label: text('anyState') },
            ...order.map((value) => ({ value, label: text(`polling_${value}`) })),
          ]}
          value={search.state ?? ''}
          onChange={(value) => change({ state: PollingStateName.safeParse(value).data })}
        />
      </Toolbar>
      <Panel label={text('polled')} state={state}>
        <DataTable
          name="polled-devices"
          label={text('polled')}
          rows={shown}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
          sorting={sorting}
          onSort={(next) => change({ sort: sortingText(next) })}
        />
      </Panel>
    </>
  );
}
