import { useMemo } from 'react';
import { IconRefresh } from '@tabler/icons-react';
import type { AlarmOccurrence, OccurrenceGroup } from '#schemas/alerting/occurrences.ts';
import { panelStateOf, type QueryState } from '#web/kernel/api/panel-state-of.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { ActiveFilter, PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useAlertSearch } from '../alert-search.ts';
import { SeverityFilter } from '../list/AlertToolbar.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import { GroupChoice, GroupedOccurrences } from './GroupedOccurrences.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { occurrenceColumns, type ShownPeriod } from './occurrence-columns.tsx';
import { TakeAway } from './TakeAway.tsx';
import {
  useOccurrenceFilter,
  useOccurrenceGroups,
  useOccurrences,
  type OccurrenceSelection,
} from './use-occurrences.ts';
import { useOccurrenceTexts } from './texts/en.ts';
import { useShownPeriod } from './use-shown-period.ts';

const none: readonly OccurrenceGroup[] = [];
const idOf = ({ id }: AlarmOccurrence): string => id;
const nameOf = ({ name, elementName }: AlarmOccurrence): string => `${name}, ${elementName}`;

function useActiveFilters(): readonly ActiveFilter[] {
  const text = useOccurrenceTexts();
  const { search, change } = useAlertSearch();
  const { q, severity } = search;
  return [
    ...(q === undefined
      ? []
      : [{ label: text('filterText', { text: q }), clear: () => change({ q: undefined }) }]),
    ...(severity.length === 0
      ? []
      : [{ label: text('filterSeverity'), clear: () => change({ severity: [] }) }]),
  ];
}

interface TableProps {
  readonly period: ShownPeriod;
  readonly rows: readonly AlarmOccurrence[];
  readonly onEnd: () => void;
}

function OccurrenceTable({ period, rows, onEnd }: TableProps) {
  const text = useOccurrenceTexts();
  const language = useLanguage();
  const { search, change } = useAlertSearch();
  const { customer } = search;
  const columns = useMemo(
    () => occurrenceColumns({ text, language, period, customer }),
    [text, language, period, customer],
  );
  return (
    <DataTable
      name="alarm-events"
      label={text('table')}
      rows={rows}
      columns={columns}
      rowId={idOf}
      rowName={nameOf}
      density={useDensity()}
      sorting={useMemo(() => sortingFrom(search.order), [search.order])}
      onSort={(next) => change({ order: sortingText(next) }, true)}
      onEnd={onEnd}
    />
  );
}

/** The panel of the rows: empty because nothing happened, or because of the filters. */
function usePanel(
  query: QueryState & { readonly isPlaceholderData: boolean },
  total: number | undefined,
): PanelState {
  const text = useOccurrenceTexts();
  const language = useLanguage();
  const { change } = useAlertSearch();
  const filters = useActiveFilters();
  if (query.isPlaceholderData) return { is: 'loading-over' };
  const state = panelStateOf(query, language);
  if (state.is !== 'ready' || total !== 0) return state;
  if (filters.length === 0)
    return { is: 'empty', title: text('noneTitle'), hint: text('noneHint'), isGood: true };
  return { is: 'empty-by-filter', filters, clearAll: () => change({ q: undefined, severity: [] }) };
}

/** The list or its groups, whichever the address says, and the state of their panel. */
function useShownOccurrences(filter: OccurrenceSelection, isKnown: boolean) {
  const { by } = useAlertSearch().search;
  const list = useOccurrences(filter, isKnown && by === undefined);
  const grouped = useOccurrenceGroups(filter, isKnown ? by : undefined);
  const query = by === undefined ? list.query : grouped;
  const totals = by === undefined ? list.totals : grouped.data;
  const panel = usePanel(query, totals?.total);
  const refresh = () => void query.refetch();
  return { by, list, groups: grouped.data, totals, panel, refresh, refreshing: query.isFetching };
}

type ShownOccurrences = ReturnType<typeof useShownOccurrences>;

function ShownCount({ totals, groups, by }: Pick<ShownOccurrences, 'totals' | 'groups' | 'by'>) {
  const text = useOccurrenceTexts();
  const language = useLanguage();
  if (totals === undefined) return null;
  const isCut = by !== undefined && groups !== undefined && groups.all > groups.groups.length;
  const shown = formatNumber(totals.total, language);
  return (
    <span className="tt-muted">
      {text('count', { count: totals.total, shown })}
      {isCut &&
        `, ${text('groupsCut', { count: groups.groups.length, all: formatNumber(groups.all, language) })}`}
    </span>
  );
}

/** The alarms that ran in a period, each from its raise to its clear. */
export function EventsOfPeriod({ customerId }: { readonly customerId: number }) {
  const text = useOccurrenceTexts();
  const alerting = useAlertingTexts();
  const { search, change, toggleSeverity } = useAlertSearch();
  const { period, renew, isKnown, isNoShift } = useShownPeriod();
  const filter = useOccurrenceFilter(customerId, period);
  const shown = useShownOccurrences(filter, isKnown);
  const { by, list, groups, totals, panel, refreshing, refresh } = shown;
  const isFiltered = useActiveFilters().length > 0;
  const again = period.isNow ? renew : refresh;
  const actions = (
    <Button icon={<IconRefresh size={15} />} busy={refreshing} onClick={again}>
      {text('refresh')}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={alerting('title')} actions={actions} />
      <Toolbar label={text('toolbar')} end={<TakeAway filter={filter} isFiltered={isFiltered} />}>
        <SearchField label={text('search')} value={search.q} onChange={(q) => change({ q }, true)} />
        <SeverityFilter counts={totals?.counts} chosen={search.severity} onToggle={toggleSeverity} />
        <ShownCount totals={totals} groups={groups} by={by} />
      </Toolbar>
      <PeriodBar period={period} isKnown={isKnown} isNoShift={isNoShift}>
        <GroupChoice />
      </PeriodBar>
      <Panel label={text('table')} state={panel}>
        {by === undefined ? (
          <OccurrenceTable period={period} rows={list.rows} onEnd={list.more} />
        ) : (
          <GroupedOccurrences by={by} groups={groups?.groups ?? none} />
        )}
      </Panel>
    </div>
  );
}
