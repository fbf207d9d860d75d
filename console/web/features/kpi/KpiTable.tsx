import { useMemo } from 'react';
import { createKpi } from '#schemas/kpi/definition-routes.ts';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { kpiColumns } from './kpi-columns.tsx';
import { matchesKpi } from './kpi-draft.ts';
import { useKpiLibrary } from './kpi-queries.ts';
import { useKpiSearch } from './use-kpi-search.ts';
import { useKpiTexts } from './use-kpi-texts.ts';

const none: readonly ListedKpi[] = [];
/** What the details show anyway. */
const besideDetails: ReadonlySet<string> = new Set(['unit', 'sources', 'aggregation', 'origin']);
const nothing: ReadonlySet<string> = new Set();
const kpiId = ({ key }: ListedKpi): string => key;

function useShown(): { readonly shown: readonly ListedKpi[]; readonly state: PanelState } {
  const text = useKpiTexts();
  const language = useLanguage();
  const { search, change } = useKpiSearch();
  const library = useKpiLibrary();
  const { q, element, origin } = search;
  const all = library.data?.kpis ?? none;
  const shown = useMemo(
    () =>
      all.filter(
        (kpi) =>
          (element === undefined || kpi.element === element) &&
          (origin === undefined || kpi.origin === origin) &&
          matchesKpi(kpi, q ?? ''),
      ),
    [all, element, origin, q],
  );
  const state = panelStateOf(library, language);
  if (state.is !== 'ready' || shown.length > 0) return { shown, state };
  const filters = [
    ...(q === undefined
      ? []
      : [{ label: text('filterText', { text: q }), clear: () => change({ q: undefined }) }]),
    ...(element === undefined
      ? []
      : [
          {
            label: text('filterKind', { kind: text(`kind-${element}`) }),
            clear: () => change({ element: undefined }),
          },
        ]),
    ...(origin === undefined
      ? []
      : [
          {
            label: text('filterOrigin', { origin: text(`origin-${origin}`) }),
            clear: () => change({ origin: undefined }),
          },
        ]),
  ];
  const clearAll = () => change({ q: undefined, element: undefined, origin: undefined });
  return { shown, state: { is: 'empty-by-filter', filters, clearAll } };
}

/** The KPIs that pass the filters of the address. */
export function KpiTable({ onRemove }: { readonly onRemove: (kpi: ListedKpi) => void }) {
  const text = useKpiTexts();
  const language = useLanguage();
  const { search, change } = useKpiSearch();
  const { shown, state } = useShown();
  const isWide = useWide();
  const disabledReason = useDisabledReason(createKpi);
  const columns = useMemo(
    () =>
      kpiColumns({
        text,
        language,
        disabledReason,
        onRemove,
        onEdit: ({ key }) => change({ edit: key }),
        onCopy: ({ key }) => change({ edit: 'new', from: key }),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, language, disabledReason, onRemove],
  );
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  return (
    <Panel label={text('table')} state={state}>
      <DataTable
        label={text('table')}
        rows={shown}
        columns={columns}
        rowId={kpiId}
        rowName={(kpi) => kpi[language]}
        density={useDensity()}
        sorting={sorting}
        hidden={search.open === undefined || isWide ? nothing : besideDetails}
        openedId={search.open}
        onSort={(next) => change({ sort: sortingText(next) })}
        onOpen={({ key }) => change({ open: search.open === key ? undefined : key })}
      />
    </Panel>
  );
}
