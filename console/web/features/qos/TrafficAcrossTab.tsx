import { useMemo } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import type { TrafficPage } from '#schemas/qos/across-routes.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { useTrafficAcross } from './qos-queries.ts';
import { useQosSearch } from './qos-search.ts';
import { trafficClassName, trafficColumns, trafficRow, type ClassTrafficRow } from './traffic-columns.tsx';
import { DirectionChoice } from './TrafficTab.tsx';
import { useQosTexts } from './texts/en.ts';

interface AcrossRow extends ClassTrafficRow {
  readonly customer: TrafficPage['rows'][number]['customer'];
}

const TYPING_MS = 250;
const idOf = ({ class: id, customer }: AcrossRow): string => `${String(customer.id)} ${String(id)}`;

function useColumns(rows: readonly AcrossRow[] | undefined): readonly Column<AcrossRow>[] {
  const text = useQosTexts();
  const language = useLanguage();
  return useMemo(() => {
    const ofCustomer = textColumn<AcrossRow>('customer', text('customer'), ({ customer }) => customer.name);
    const columns: readonly Column<AcrossRow>[] = [
      { ...ofCustomer, width: 130, grow: 2, fixed: true, card: { line: 3 } },
      ...trafficColumns({ text, language, rows: rows ?? [] }),
    ];
    // In the order of the customers, and of the classes of each.
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [text, language, rows]);
}

function Steps({ page }: { readonly page: TrafficPage | undefined }) {
  const [first, last] = [page?.steps[0], page?.steps.at(-1)];
  if (page === undefined || first === undefined || last === undefined) return null;
  return <TimeRange from={first * 1_000} until={(last + page.stepSeconds) * 1_000} />;
}

/** The KPIs of class elements by customer and class of service, over the last 24 hours. */
export function TrafficAcrossTab() {
  const text = useQosTexts();
  const { search, change } = useQosSearch();
  const { direction = 'out' } = search;
  // Not on every keystroke.
  const [q] = useDebouncedValue(search.q, TYPING_MS);
  const query = useTrafficAcross({ direction, q });
  const { data } = query;
  const rows = useMemo(
    () =>
      data?.pages
        .flatMap((page) => page.rows)
        .flatMap(({ customer, classes }) =>
          classes.map(({ of, ...traffic }): AcrossRow => ({ ...trafficRow(traffic, of, text), customer })),
        ),
    [data, text],
  );
  const { shown, state } = useListPanel({
    query,
    rows,
    change,
    q: search.q,
    empty: { title: text('noElements'), hint: text('noElementsHint') },
  });
  return (
    <>
      <Toolbar
        label={text('traffic')}
        end={
          <span className="tt-muted">
            <Steps page={data?.pages[0]} />
          </span>
        }
      >
        <SearchField label={text('findCustomer')} value={search.q} onChange={(next) => change({ q: next })} />
        <DirectionChoice />
        <span className="tt-muted">{text('trafficAcrossHint')}</span>
      </Toolbar>
      <Panel label={text('traffic')} state={state}>
        <DataTable
          name="qos-traffic-across"
          label={text('traffic')}
          rows={shown}
          columns={useColumns(rows)}
          rowId={idOf}
          rowName={trafficClassName}
          density={useDensity()}
          onEnd={() => {
            if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
          }}
          onOpen={({ customer: { id } }) => change({ client: id, q: undefined, sort: undefined })}
        />
      </Panel>
    </>
  );
}
