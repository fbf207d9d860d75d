import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { MAX_PARTS } from '#schemas/dashboard/element/element-parts.ts';
import type { ElementPartTable } from '#schemas/dashboard/element/element-document.ts';
import { conditionsText } from '#schemas/inventory/list/conditions.ts';
import { listInventory, type InventoryElement } from '#schemas/inventory/list/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import type { TableSorting } from '#web/ui/table/table-column.ts';
import { resultOf } from '../../../dashboard/data/dashlet-data.ts';
import type { DataPage } from '../../../dashboard/data/data-page.ts';
import { useDashletData } from '../../../dashboard/data/use-document-data.ts';
import { useOpenElement } from '../../use-open-element.ts';
import { useInventoryTexts } from '../../texts/en.ts';
import { alarmsOf } from '../alarms-of-element.ts';
import type { Subject } from '../subject.ts';
import { useElementTexts } from '../texts/en.ts';
import { partColumns } from './part-columns.tsx';
import { partRows, type PartRow } from './part-rows.ts';

interface Props {
  readonly subject: Subject;
  readonly part: ElementPartTable;
  readonly page: DataPage;
  /** Running alarms of the customer; undefined: the reader does not see alarms. */
  readonly alarms: readonly AlarmRow[] | undefined;
}

const none: readonly InventoryElement[] = [];
const idOf = ({ element }: PartRow): string => String(element.id);
const nameOf = ({ element }: PartRow): string => element.name;

function useParts({ customer, kind, id }: Subject, part: ElementPartTable['kind']) {
  const within = kind === 'customer' ? {} : { within: String(id) };
  return useQuery({
    ...routeQuery(listInventory, {
      params: { customerId: customer, kind: part },
      query: { ...within, count: String(MAX_PARTS) },
    }),
    refetchInterval: MINUTE_MS,
  });
}

const byElement = (alarms: readonly AlarmRow[]) => Map.groupBy(alarms, ({ element }) => element);

/** The list of the inventory with all parts of the kind. */
function AllLink({ subject: { customer, kind, name }, part }: Pick<Props, 'subject' | 'part'>) {
  const text = useElementTexts();
  const where =
    kind === 'customer'
      ? undefined
      : conditionsText([{ property: kind, operator: 'equals', values: [name] }]);
  return (
    <Link to="/inventory" search={{ customer, kind: part.kind, ...(where !== undefined && { where }) }}>
      {text('openList')}
    </Link>
  );
}

/** The parts of one kind: each with its state, newest values and a small line. Nothing where there are none. */
export function PartTableView({ subject, part, page, alarms }: Props) {
  const text = useElementTexts();
  const names = useInventoryTexts();
  const language = useLanguage();
  const density = useDensity();
  const kpis = useKpis();
  const query = useParts(subject, part.kind);
  const [sorting, setSorting] = useState<TableSorting | undefined>({ id: 'state', desc: false });
  const [values, trend] = [
    useDashletData(page, part.values, resultOf),
    useDashletData(page, part.trend, resultOf),
  ];
  const elements = query.data?.elements ?? none;
  const rows = useMemo(() => {
    const known = byElement(alarms ?? []);
    const ofPart = (element: InventoryElement): readonly AlarmRow[] =>
      part.kind === 'site' || part.kind === 'device'
        ? alarmsOf({ ...element, site: element.site?.id }, alarms ?? [])
        : (known.get(element.id) ?? []);
    return partRows({ elements, values, trend, alarmsOf: ofPart, hasUp: part.table.up !== undefined });
  }, [elements, values, trend, alarms, part]);
  const seesAlarms = alarms !== undefined;
  const columns = useMemo(
    () => partColumns({ kind: part.kind, table: part.table, rows, kpis, language, text, seesAlarms }),
    [part, rows, kpis, language, text, seesAlarms],
  );
  const open = useOpenElement(part.kind);
  if (query.data?.count === 0) return null;
  const label = names(`kind_${part.kind}`);
  const count = query.data?.count;
  return (
    <section aria-label={label} className="tt-element-part">
      <div className="tt-element-part-head">
        <h2>
          {label} {count !== undefined && <span className="tt-muted">{formatNumber(count, language)}</span>}
        </h2>
        <span className="tt-element-more">
          <AllLink subject={subject} part={part} />
        </span>
      </div>
      {count !== undefined && count > MAX_PARTS && (
        <p className="tt-muted">{text('firstParts', { shown: formatNumber(MAX_PARTS, language) })}</p>
      )}
      <Panel nested label={label} state={panelStateOf(query, language, 'NETWORK.read')}>
        <DialogTable rows={rows.length}>
          <DataTable
            name={`element-${part.kind}`}
            label={label}
            rows={rows}
            columns={columns}
            sorting={sorting}
            rowId={idOf}
            rowName={nameOf}
            density={density}
            onSort={setSorting}
            onOpen={({ element }) => open(element)}
          />
        </DialogTable>
      </Panel>
    </section>
  );
}
