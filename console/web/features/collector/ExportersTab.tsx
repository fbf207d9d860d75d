import { useMemo } from 'react';
import type { ExporterReport } from '#schemas/collector/exporter-report.ts';
import { ReportPeriod } from '#schemas/collector/report-period.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { Switch } from '#web/ui/field/Switch.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { exporterColumns } from './exporter-columns.tsx';
import { ExporterDrawer } from './ExporterDrawer.tsx';
import { byUrgencyOfIssues, exporterId, matchesExporter, issuesOf } from './exporter-issues.ts';
import { useCollectorPage } from './use-collector-page.ts';
import { useCollectorTexts } from './use-collector-texts.ts';
import { useExporters } from './collector-queries.ts';
import './collector.css';

const none: readonly ExporterReport[] = [];
/** What the details show anyway. */
const besideDetails: ReadonlySet<string> = new Set(['domain', 'rate', 'lost', 'refused', 'lastExport']);
const nothing: ReadonlySet<string> = new Set();
const nameOf = ({ deviceName, address }: ExporterReport): string =>
  deviceName === '' ? address : deviceName;

/** What narrows the list, each with the way to take it away. */
function useFilters() {
  const text = useCollectorTexts();
  const { search, change } = useCollectorPage();
  const { q = '', notable = false } = search;
  const clearText = () => change({ q: undefined });
  const clearNotable = () => change({ notable: undefined });
  const filters = [
    ...(q === '' ? [] : [{ label: text('filterText', { text: q }), clear: clearText }]),
    ...(notable ? [{ label: text('notable'), clear: clearNotable }] : []),
  ];
  return { q, notable, filters, clearAll: () => change({ q: undefined, notable: undefined }) };
}

function useShown() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const { period = '1h' } = useCollectorPage().search;
  const { q, notable, filters, clearAll } = useFilters();
  const asked = useExporters(period);
  const all = asked.data?.exporters ?? none;
  const nowMs = asked.dataUpdatedAt;
  const shown = useMemo(() => {
    const isShown = (report: ExporterReport) =>
      matchesExporter(report, q) && (!notable || issuesOf(report, nowMs).length > 0);
    return byUrgencyOfIssues(all.filter(isShown), nowMs);
  }, [all, q, notable, nowMs]);
  const empty: PanelState =
    all.length === 0
      ? { is: 'empty', title: text('emptyTitle'), hint: text('emptyHint') }
      : { is: 'empty-by-filter', filters, clearAll };
  const ready = panelStateOf(asked, language);
  const state = ready.is === 'ready' && shown.length === 0 ? empty : ready;
  return { all, shown, nowMs, state, isRead: asked.data !== undefined };
}

/** `count`: undefined until it is known. */
function ExporterToolbar({ count }: { readonly count: number | undefined }) {
  const text = useCollectorTexts();
  const { search, change } = useCollectorPage();
  return (
    <Toolbar
      label={text('toolbar')}
      end={count !== undefined && <span className="tt-muted">{text('count', { count })}</span>}
    >
      <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      <Select
        label={text('period')}
        quietLabel
        options={ReportPeriod.options.map((value) => ({ value, label: text(value) }))}
        value={search.period ?? '1h'}
        onChange={(period) => change({ period: ReportPeriod.parse(period) })}
      />
      <Switch
        label={text('notable')}
        checked={search.notable ?? false}
        onChange={(on) => change({ notable: on ? true : undefined })}
      />
    </Toolbar>
  );
}

/** The exporters that the inventory knows; Enter or a press opens the details of one. */
export function ExportersTab() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const { search, change } = useCollectorPage();
  const { all, shown, nowMs, state, isRead } = useShown();
  const columns = useMemo(() => exporterColumns({ text, language, nowMs }), [text, language, nowMs]);
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const isWide = useWide();
  const opened = all.find((report) => exporterId(report) === search.open);
  return (
    <>
      <ExporterToolbar count={isRead ? shown.length : undefined} />
      <div className="tt-collector-beside">
        <Panel label={text('exporters')} state={state}>
          <DataTable
            label={text('exporters')}
            rows={shown}
            columns={columns}
            rowId={exporterId}
            rowName={nameOf}
            density={useDensity()}
            hidden={opened === undefined || isWide ? nothing : besideDetails}
            sorting={sorting}
            openedId={search.open}
            onSort={(next) => change({ sort: sortingText(next) })}
            onOpen={(report) => change({ open: exporterId(report) })}
          />
        </Panel>
        {opened !== undefined && (
          <ExporterDrawer report={opened} onClose={() => change({ open: undefined })} />
        )}
      </div>
    </>
  );
}
