import { useMemo } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import {
  listCustomerOccurrences,
  type CustomerOccurrences,
} from '#schemas/alerting/customer-history-routes.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { SeverityFilter } from '../list/AlertToolbar.tsx';
import type { EventPeriod } from '../occurrences/event-period.ts';
import { PeriodBar } from '../occurrences/PeriodBar.tsx';
import { useOccurrenceTexts } from '../occurrences/texts/en.ts';
import { useShownPeriod } from '../occurrences/use-shown-period.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useCustomerAlertSearch } from './customer-alert-search.ts';

const none: readonly CustomerOccurrences[] = [];
const idOf = ({ customer }: CustomerOccurrences): string => String(customer);
const nameOf = ({ name }: CustomerOccurrences): string => name;

function useColumns(): readonly Column<CustomerOccurrences>[] {
  const text = useOccurrenceTexts();
  const alerting = useAlertingTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  return useMemo(() => {
    const severity = (of: Severity): Column<CustomerOccurrences> => ({
      id: of,
      header: ui(of),
      value: (row) => row[of],
      cell: (row) => <CountPill status={of} count={row[of]} />,
      width: 96,
      align: 'right',
    });
    return [
      {
        ...textColumn<CustomerOccurrences>('customer', alerting('customer'), nameOf),
        width: 180,
        grow: 3,
        fixed: true,
      },
      {
        ...textColumn<CustomerOccurrences>('profile', alerting('profile'), ({ profile }) => profile),
        width: 120,
        grow: 1,
        yields: 2,
      },
      severity('critical'),
      severity('major'),
      severity('minor'),
      ...(['alarms', 'running', 'unacknowledged'] as const).map((id) => ({
        ...countColumn<CustomerOccurrences>(id, text(`groups-${id}`), {
          countOf: (row) => row[id],
          language,
        }),
        width: 148,
      })),
      {
        id: 'longest',
        header: text('groups-longest'),
        value: ({ longest }) => longest ?? -1,
        cell: ({ longest }) => (longest === null ? '–' : formatDuration(longest * 1_000, language)),
        width: 132,
        align: 'right',
        yields: 1,
      },
    ];
  }, [text, alerting, ui, language]);
}

type Period = ReturnType<typeof useShownPeriod>;

function useEventsByCustomer({ period: { from, to }, isKnown }: Period) {
  const { severity } = useCustomerAlertSearch().search;
  return useQuery({
    ...routeQuery(listCustomerOccurrences, {
      query: { from, to, severity: severity.length === 0 ? undefined : severity.join() },
    }),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  });
}

/** The panel of the rows: empty because nothing happened, or because of the filters. */
function usePanel(query: ReturnType<typeof useEventsByCustomer>, isEmpty: boolean): PanelState {
  const text = useOccurrenceTexts();
  const language = useLanguage();
  const { search, change } = useCustomerAlertSearch();
  const { q, severity } = search;
  if (query.isPlaceholderData) return { is: 'loading-over' };
  const state = panelStateOf(query, language, 'ALERT.read');
  if (state.is !== 'ready' || !isEmpty) return state;
  const filters = [
    ...(q === undefined
      ? []
      : [{ label: text('filterText', { text: q }), clear: () => change({ q: undefined }) }]),
    ...(severity.length === 0
      ? []
      : [{ label: text('filterSeverity'), clear: () => change({ severity: [] }) }]),
  ];
  if (filters.length === 0)
    return { is: 'empty', title: text('noneTitle'), hint: text('noneHint'), isGood: true };
  return { is: 'empty-by-filter', filters, clearAll: () => change({ q: undefined, severity: [] }) };
}

interface TableProps {
  readonly rows: readonly CustomerOccurrences[];
  readonly period: EventPeriod;
}

function CustomerEventTable({ rows, period: { from, to } }: TableProps) {
  const text = useOccurrenceTexts();
  const goTo = useNavigate();
  const { search, change } = useCustomerAlertSearch();
  const { severity, events, order = '-alarms' } = search;
  const times = events === 'custom' ? { from, to } : {};
  return (
    <DataTable
      name="customer-events"
      label={text('byCustomer')}
      rows={rows}
      columns={useColumns()}
      rowId={idOf}
      rowName={nameOf}
      density={useDensity()}
      sorting={useMemo(() => sortingFrom(order), [order])}
      onSort={(next) => change({ order: sortingText(next) }, true)}
      onOpen={({ customer }) => void goTo({ to: '/alert', search: { customer, severity, events, ...times } })}
    />
  );
}

/** The alarms that ran in a period by customer; a customer opens its events of that period. */
export function CustomerEvents() {
  const text = useOccurrenceTexts();
  const alerting = useAlertingTexts();
  const { search, change } = useCustomerAlertSearch();
  const { q, severity } = search;
  const shown = useShownPeriod();
  const { period, renew } = shown;
  const query = useEventsByCustomer(shown);
  const customers = query.data?.customers ?? none;
  const rows = useMemo(() => {
    const searched = foldForSearch(q ?? '');
    return customers.filter(({ name, profile }) => foldForSearch(`${name} ${profile}`).includes(searched));
  }, [customers, q]);
  const toggle = (each: Severity) =>
    change({
      severity: severity.includes(each) ? severity.filter((one) => one !== each) : [...severity, each],
    });
  const actions = (
    <Button
      icon={<IconRefresh size={15} />}
      busy={query.isFetching}
      onClick={period.isNow ? renew : () => void query.refetch()}
    >
      {text('refresh')}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={alerting('ccTitle')} actions={actions} />
      <Toolbar label={text('toolbar')}>
        <SearchField label={alerting('findCustomer')} value={q} onChange={(next) => change({ q: next })} />
        <SeverityFilter counts={query.data?.counts} chosen={severity} onToggle={toggle} />
      </Toolbar>
      <PeriodBar {...shown} />
      <Panel label={text('byCustomer')} state={usePanel(query, rows.length === 0)}>
        <CustomerEventTable rows={rows} period={period} />
      </Panel>
    </div>
  );
}
