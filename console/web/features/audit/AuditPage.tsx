import { useMemo } from 'react';
import type { AuditEvent } from '#schemas/audit/event.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useAuditSearch } from './audit-search.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns } from './audit-columns.tsx';
import { ChainState } from './ChainState.tsx';
import { EventDetails } from './EventDetails.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { useAuditEvents } from './audit-queries.ts';
import { useAuditTexts } from './texts/en.ts';
import './audit.css';

/** Columns whose values the details show. */
const columnsWithDetails: ReadonlySet<string> = new Set(['address', 'outcome']);
const nothing: ReadonlySet<string> = new Set();
const eventId = ({ seq }: AuditEvent): string => String(seq);
const filterNames = ['actor', 'address', 'object', 'kind', 'subject', 'outcome'] as const;
const ofPeriod = ['range', 'from', 'to'] as const;

function useAuditPanel(query: ReturnType<typeof useAuditEvents>, rows: readonly AuditEvent[]): PanelState {
  const text = useAuditTexts();
  const { search, change } = useAuditSearch();
  const filters = filterNames.map((name) => {
    if (search[name] === undefined) return false;
    return { label: text(`filter-${name}`), reset: { [name]: undefined } };
  });
  const period = ofPeriod.some((name) => search[name] !== undefined) && {
    label: text('range'),
    reset: { range: undefined, from: undefined, to: undefined },
  };
  return useListPanel({
    query,
    rows,
    change,
    filters: [...filters, period],
    empty: { title: text('emptyTitle') },
  }).state;
}

/** The audit trail with filters and details. */
export function AuditPage() {
  const text = useAuditTexts();
  const language = useLanguage();
  const { search, change } = useAuditSearch();
  const query = useAuditEvents();
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.events) ?? [], [query.data]);
  const columns = useMemo(() => auditColumns(text, language), [text, language]);
  const isWide = useWide();
  const opened = events.find(({ seq }) => seq === search.open);
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  return (
    <div className="tt-page">
      <PageHeader
        title={text('title')}
        aside={<ChainState />}
        actions={
          <>
            <ExportMenu />
            <Button onClick={() => void query.refetch()}>{text('refresh')}</Button>
          </>
        }
      />
      <AuditFilters />
      <div className="tt-page-body">
        <Panel label={text('events')} state={useAuditPanel(query, events)}>
          <DataTable
            name="audit"
            label={text('events')}
            rows={events}
            columns={columns}
            rowId={eventId}
            rowName={eventId}
            density={useDensity()}
            hidden={opened === undefined || isWide ? nothing : columnsWithDetails}
            openedId={search.open === undefined ? undefined : String(search.open)}
            onOpen={({ seq }) => change({ open: seq })}
            onEnd={more}
          />
        </Panel>
        {opened !== undefined && <EventDetails event={opened} onClose={() => change({ open: undefined })} />}
      </div>
    </div>
  );
}
