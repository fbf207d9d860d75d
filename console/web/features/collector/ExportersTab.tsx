import { useMemo } from 'react';
import type { ExporterReport } from '#schemas/collector/exporter-report.ts';
import { ExporterPeriod } from '#schemas/collector/report-period.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { exporterColumns } from './exporter-columns.tsx';
import { ExporterDrawer } from './ExporterDrawer.tsx';
import { byIssues, exporterId, matchesExporter, issuesOf } from './exporter-issues.ts';
import { useCollectorSearch } from './collector-search.ts';
import { useCollectorTexts } from './texts/en.ts';
import { useExporters } from './collector-queries.ts';
import './collector.css';

const none: readonly ExporterReport[] = [];
/** Columns that the details repeat. */
const columnsWithDetails: ReadonlySet<string> = new Set(['domain', 'rate', 'lost', 'rejected', 'lastExport']);
const nothing: ReadonlySet<string> = new Set();
const nameOf = ({ deviceName, address }: ExporterReport): string =>
  deviceName === '' ? address : deviceName;

function useExporterPanel() {
  const text = useCollectorTexts();
  const { search, change } = useCollectorSearch();
  const { q = '', notable = false, period = '1h' } = search;
  const query = useExporters(period);
  const all = query.data?.exporters ?? none;
  const nowMs = query.dataUpdatedAt;
  const rows = useMemo(() => byIssues(all, nowMs), [all, nowMs]);
  const panel = useListPanel({
    query,
    rows,
    change,
    filters: [
      q !== '' && {
        label: text('filterText', { text: q }),
        keeps: (report: ExporterReport) => matchesExporter(report, q),
        reset: { q: undefined },
      },
      notable && {
        label: text('notable'),
        keeps: (report: ExporterReport) => issuesOf(report, nowMs).length > 0,
        reset: { notable: undefined },
      },
    ],
    empty: { title: text('emptyTitle'), hint: text('emptyHint') },
  });
  return { ...panel, all, nowMs };
}

/** `count`: undefined until loaded. */
function ExporterToolbar({ count }: { readonly count: number | undefined }) {
  const text = useCollectorTexts();
  const { search, change } = useCollectorSearch();
  return (
    <Toolbar
      label={text('toolbar')}
      end={count !== undefined && <span className="tt-muted">{text('count', { count })}</span>}
    >
      <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      <Select
        label={text('period')}
        quietLabel
        options={ExporterPeriod.options.map((value) => ({ value, label: text(value) }))}
        value={search.period ?? '1h'}
        onChange={(period) => change({ period: ExporterPeriod.parse(period) })}
      />
      <Switch
        label={text('notable')}
        checked={search.notable ?? false}
        onChange={(on) => change({ notable: on ? true : undefined })}
      />
    </Toolbar>
  );
}

/** The exporters of the inventory; Enter or a click opens the details of one. */
export function ExportersTab() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const address = useCollectorSearch();
  const { search, change } = address;
  const { all, shown, nowMs, state, isRead } = useExporterPanel();
  const columns = useMemo(() => exporterColumns({ text, language, nowMs }), [text, language, nowMs]);
  const isWide = useWide();
  const opened = all.find((report) => exporterId(report) === search.open);
  return (
    <>
      <ExporterToolbar count={isRead ? shown.length : undefined} />
      <div className="tt-collector-beside">
        <Panel label={text('exporters')} state={state}>
          <DataTable
            name="exporters"
            label={text('exporters')}
            rows={shown}
            columns={columns}
            rowId={exporterId}
            rowName={nameOf}
            density={useDensity()}
            hidden={opened === undefined || isWide ? nothing : columnsWithDetails}
            openedId={search.open}
            {...useListSorting(address)}
            onOpen={(report) => change({ open: exporterId(report) })}
          />
        </Panel>
        {opened !== undefined && (
          <ExporterDrawer report={opened} nowMs={nowMs} onClose={() => change({ open: undefined })} />
        )}
      </div>
    </>
  );
}
