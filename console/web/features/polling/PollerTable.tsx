import { useMemo } from 'react';
import { createPoller, type ListedPoller } from '#schemas/polling/routes.ts';
import { testPoller } from '#schemas/polling/poller-test.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { matchesPoller } from './poller-draft.ts';
import { originOf, pollerColumns } from './polling-columns.tsx';
import { usePollers, usePollerUses } from './polling-queries.ts';
import { usePollingSearch } from './polling-search.ts';
import { useActivation } from './use-activation.ts';
import { usePollingTexts } from './texts/en.ts';

/** Columns that the details repeat. */
const inDetails: ReadonlySet<string> = new Set([
  'script',
  'valueType',
  'default',
  'incremental',
  'devices',
  'requests',
  'origin',
]);
const nothing: ReadonlySet<string> = new Set();
const pollerId = ({ id }: ListedPoller): string => id;
const pollerName = ({ name }: ListedPoller): string => name;

function usePollerPanel() {
  const text = usePollingTexts();
  const { search, change } = usePollingSearch();
  const query = usePollers();
  const disabledReason = useDisabledReason(createPoller);
  const { q, level, origin, deactivated } = search;
  return useListPanel({
    query,
    rows: query.data?.pollers,
    change,
    filters: [
      q !== undefined && {
        label: q,
        keeps: (poller: ListedPoller) => matchesPoller(poller, q),
        reset: { q: undefined },
      },
      level !== undefined && {
        label: text('filterLevel', { level: text(`level-${level}`) }),
        keeps: (poller: ListedPoller) => poller.level === level,
        reset: { level: undefined },
      },
      origin !== undefined && {
        label: text('filterOrigin', { origin: text(`origin-${origin}`) }),
        keeps: (poller: ListedPoller) => originOf(poller) === origin,
        reset: { origin: undefined },
      },
      !deactivated && {
        label: text('filterActive'),
        keeps: ({ active }: ListedPoller) => active,
        reset: { deactivated: true },
      },
    ],
    empty: { title: text('emptyTitle'), add: { disabledReason, run: () => change({ edit: 'new' }) } },
  });
}

function useColumns(onRemove: (poller: ListedPoller) => void) {
  const text = usePollingTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { change } = usePollingSearch();
  const disabledReason = useDisabledReason(createPoller);
  const testReason = useDisabledReason(testPoller);
  const onActivate = useActivation();
  const { data } = usePollerUses();
  return useMemo(
    () =>
      pollerColumns({
        text,
        resource,
        language,
        disabledReason,
        testReason,
        onActivate,
        onRemove,
        uses: data && new Map(data.uses.map((use) => [use.id, use])),
        onEdit: ({ id }) => change({ edit: id }),
        onCopy: ({ id }) => change({ edit: 'new', from: id }),
        onTest: ({ id }) => change({ test: id }),
      }),
    [text, resource, language, disabledReason, testReason, data, onActivate, onRemove, change],
  );
}

/** The pollers that match the filters of the address. */
export function PollerTable({ onRemove }: { readonly onRemove: (poller: ListedPoller) => void }) {
  const text = usePollingTexts();
  const address = usePollingSearch();
  const { search, change } = address;
  const { shown, state } = usePollerPanel();
  const isWide = useWide();
  const columns = useColumns(onRemove);
  return (
    <Panel label={text('table')} state={state}>
      <DataTable
        name="pollers"
        label={text('table')}
        rows={shown}
        columns={columns}
        rowId={pollerId}
        rowName={pollerName}
        density={useDensity()}
        hidden={search.open === undefined || isWide ? nothing : inDetails}
        openedId={search.open}
        {...useListSorting(address)}
        onOpen={({ id }) => change({ open: search.open === id ? undefined : id })}
      />
    </Panel>
  );
}
