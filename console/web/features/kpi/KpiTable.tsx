import { useMemo } from 'react';
import { createKpi, type ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { kpiColumns } from './kpi-columns.tsx';
import { matchesKpi } from './kpi-draft.ts';
import { useKpiLibrary } from './kpi-queries.ts';
import { useKpiSearch } from './kpi-search.ts';
import { useKpiTexts } from './texts/en.ts';

/** Columns that the details repeat. */
const inDetails: ReadonlySet<string> = new Set(['unit', 'sources', 'aggregation', 'origin']);
const nothing: ReadonlySet<string> = new Set();
const kpiId = ({ key }: ListedKpi): string => key;

/** The KPIs that the filters of the address keep, and the state of their panel. */
export function useKpiPanel() {
  const text = useKpiTexts();
  const { search, change } = useKpiSearch();
  const query = useKpiLibrary();
  const disabledReason = useDisabledReason(createKpi);
  const { q, element, origin } = search;
  return useListPanel({
    query,
    rows: query.data?.kpis,
    change,
    filters: [
      q !== undefined && {
        label: text('filterText', { text: q }),
        keeps: (kpi: ListedKpi) => matchesKpi(kpi, q),
        reset: { q: undefined },
      },
      element !== undefined && {
        label: text('filterKind', { kind: text(`kind-${element}`) }),
        keeps: (kpi: ListedKpi) => kpi.element === element,
        reset: { element: undefined },
      },
      origin !== undefined && {
        label: text('filterOrigin', { origin: text(`origin-${origin}`) }),
        keeps: (kpi: ListedKpi) => kpi.origin === origin,
        reset: { origin: undefined },
      },
    ],
    empty: { title: text('emptyTitle'), add: { disabledReason, run: () => change({ edit: 'new' }) } },
  });
}

/** The KPIs that match the filters of the address. */
export function KpiTable({ onRemove }: { readonly onRemove: (kpi: ListedKpi) => void }) {
  const text = useKpiTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const address = useKpiSearch();
  const { search, change } = address;
  const { shown, state } = useKpiPanel();
  const isWide = useWide();
  const disabledReason = useDisabledReason(createKpi);
  const columns = useMemo(
    () =>
      kpiColumns({
        text,
        resource,
        language,
        disabledReason,
        onRemove,
        onEdit: ({ key }) => change({ edit: key }),
        onCopy: ({ key }) => change({ edit: 'new', from: key }),
      }),
    [text, resource, language, disabledReason, onRemove, change],
  );
  return (
    <Panel label={text('table')} state={state}>
      <DataTable
        name="kpis"
        label={text('table')}
        rows={shown}
        columns={columns}
        rowId={kpiId}
        rowName={(kpi) => kpi[language]}
        density={useDensity()}
        hidden={search.open === undefined || isWide ? nothing : inDetails}
        openedId={search.open}
        {...useListSorting(address)}
        onOpen={({ key }) => change({ open: search.open === key ? undefined : key })}
      />
    </Panel>
  );
}
