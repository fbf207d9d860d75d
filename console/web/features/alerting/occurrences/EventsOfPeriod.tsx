import { useMemo, useState } from 'react';
import { IconClipboardText, IconDownload, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listNotesOfPeriod } from '#schemas/alerting/note-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { now } from '#web/lib/clock.ts';
import { formatMinutes } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { ActiveFilter, PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import { live, useAlertSearch } from '../alert-search.ts';
import { downloadText } from '../list/alert-csv.ts';
import { SeverityFilter } from '../list/AlertToolbar.tsx';
import { useAlertingTexts } from '../use-alerting-texts.ts';
import { eventPeriod } from './event-period.ts';
import { GroupChoice, GroupedOccurrences } from './GroupedOccurrences.tsx';
import { handoverText } from './handover-text.ts';
import { HistorySwitch } from './HistorySwitch.tsx';
import { occurrenceColumns, type ShownPeriod } from './occurrence-columns.tsx';
import { occurrenceCsv } from './occurrence-csv.ts';
import { countOccurrences, filterOccurrences, type AlarmOccurrence } from './occurrences.ts';
import { EventPeriodChoice } from './EventPeriodChoice.tsx';
import { useOccurrences } from './use-occurrences.ts';
import { useOccurrenceTexts } from './use-occurrence-texts.ts';
import '../history/past-bar.css';

const none: readonly AlarmOccurrence[] = [];
const idOf = ({ id }: AlarmOccurrence): string => id;
const nameOf = ({ name, elementName }: AlarmOccurrence): string => `${name}, ${elementName}`;

/** The period in the address. It ends at the latest when the page was opened or refreshed. */
function useShownPeriod() {
  const { search } = useAlertSearch();
  const [openedMs, setOpenedMs] = useState(now);
  const { events = 'night', from, to } = search;
  const period = useMemo((): ShownPeriod => {
    const chosen = eventPeriod(events, openedMs, { from, to });
    const present = Math.floor(openedMs / 1_000);
    return { ...chosen, to: Math.min(chosen.to, present), isNow: chosen.to >= present };
  }, [events, from, to, openedMs]);
  return { period, renew: () => setOpenedMs(now()) };
}

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

interface ShownProps {
  readonly customerId: number;
  readonly period: ShownPeriod;
  readonly rows: readonly AlarmOccurrence[];
}

const notesQuery = (customerId: number, { from, to }: ShownPeriod) =>
  queryOptions({
    queryKey: ['notes-of-period', customerId, from, to],
    queryFn: ({ signal }) => call(listNotesOfPeriod, { params: { customerId }, query: { from, to }, signal }),
  });

/** What leaves the page: the rows as CSV, and the summary for the next shift. */
function TakeAway({ customerId, period, rows }: ShownProps) {
  const text = useOccurrenceTexts();
  const severityName = useUiTexts();
  const language = useLanguage();
  const { customers } = useSession();
  const isFiltered = useActiveFilters().length > 0;
  const customer = customers.find(({ id }) => id === customerId)?.name ?? '';
  const notesOfPeriod = notesQuery(customerId, period);
  // Read before it is needed: browsers let a page write to the clipboard right after a click only.
  useQuery(notesOfPeriod);
  const queries = useQueryClient();
  const copy = async () => {
    try {
      const { notes } = await queries.ensureQueryData(notesOfPeriod);
      const summary = { customer, period, end: period.to, occurrences: rows, isFiltered, notes };
      await navigator.clipboard.writeText(handoverText(summary, { text, severityName, language }));
      showToast({ text: text('handoverCopied') });
    } catch {
      showToast({ text: text('copyFailed'), tone: 'bad' });
    }
  };
  const download = () =>
    downloadText('alert-events.csv', {
      text: occurrenceCsv(rows, period.to),
      type: 'text/csv;charset=utf-8',
    });
  return (
    <>
      <Button icon={<IconClipboardText size={15} />} onClick={() => void copy()}>
        {text('copyHandover')}
      </Button>
      <Button icon={<IconDownload size={15} />} onClick={download}>
        {text('exportCsv')}
      </Button>
    </>
  );
}

function OccurrenceTable({ period, rows }: Omit<ShownProps, 'customerId'>) {
  const text = useOccurrenceTexts();
  const language = useLanguage();
  const { search, change } = useAlertSearch();
  const columns = useMemo(() => occurrenceColumns({ text, language, period }), [text, language, period]);
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
    />
  );
}

/** The panel of the rows: empty because nothing happened, or because of the filters. */
function useEmptiness(
  panel: PanelState,
  counts: { readonly total: number; readonly shown: number },
): PanelState {
  const text = useOccurrenceTexts();
  const { change } = useAlertSearch();
  const filters = useActiveFilters();
  if (panel.is !== 'ready' || counts.shown > 0) return panel;
  if (counts.total === 0)
    return { is: 'empty', title: text('noneTitle'), hint: text('noneHint'), isGood: true };
  return { is: 'empty-by-filter', filters, clearAll: () => change({ q: undefined, severity: [] }) };
}

/** The alarms that ran in a period, each from its raise to its clear. */
export function EventsOfPeriod({ customerId }: { readonly customerId: number }) {
  const text = useOccurrenceTexts();
  const alerting = useAlertingTexts();
  const language = useLanguage();
  const { search, change } = useAlertSearch();
  const { period, renew } = useShownPeriod();
  const { occurrences, panel, refreshing, refresh } = useOccurrences(customerId, period);
  const all = occurrences ?? none;
  const rows = useMemo(
    () => filterOccurrences(all, { severity: search.severity, text: search.q }),
    [all, search.severity, search.q],
  );
  const state = useEmptiness(panel, { total: all.length, shown: rows.length });
  const counts = occurrences && countOccurrences(occurrences);
  const again = period.isNow ? renew : refresh;
  const actions = (
    <Button icon={<IconRefresh size={15} />} busy={refreshing} onClick={again}>
      {text('refresh')}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={alerting('title')} actions={actions} />
      <Toolbar label={text('toolbar')} end={<TakeAway {...{ customerId, period, rows }} />}>
        <SearchField label={text('search')} value={search.q} onChange={(q) => change({ q }, true)} />
        <SeverityFilter counts={counts} />
        <span className="tt-muted">{text('count', { count: rows.length })}</span>
      </Toolbar>
      <section className="tt-past" aria-label={text('period')}>
        <div className="tt-past-line">
          <HistorySwitch />
          <EventPeriodChoice period={period} />
          <GroupChoice />
          <strong>{formatMinutes(period.from * 1_000, period.to * 1_000, language)}</strong>
          <Button kind="primary" icon={<IconPlayerPlay size={15} />} onClick={() => change(live)}>
            {text('backToLive')}
          </Button>
        </div>
      </section>
      <Panel label={text('table')} state={state}>
        {search.by === undefined ? (
          <OccurrenceTable period={period} rows={rows} />
        ) : (
          <GroupedOccurrences by={search.by} rows={rows} end={period.to} />
        )}
      </Panel>
    </div>
  );
}
