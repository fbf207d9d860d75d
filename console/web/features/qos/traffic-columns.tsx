import type { ClassTraffic } from '#schemas/qos/mapping-routes.ts';
import type { QosClass, QosColour } from '#schemas/qos/qos-class.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { sparkLine } from '#web/kernel/kpi/graph-points.ts';
import { formatNumber } from '#web/lib/format.ts';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { ClassName } from '#web/kernel/qos/ClassName.tsx';
import { colourVariable } from '#web/kernel/qos/qos-colour.ts';
import type { SeenColumnOptions } from './rule-columns.tsx';

/** The traffic of a class, or of what maps to none. */
export interface ClassTrafficRow extends ClassTraffic {
  readonly name: string;
  readonly colour: QosColour;
  /** Percent that the class is sold with; null: none is stated. */
  readonly soldShare: number | null;
}

/** `of` is absent for what maps to no class. */
export const trafficRow = (
  traffic: ClassTraffic,
  of: Pick<QosClass, 'name' | 'colour' | 'share'> | null | undefined,
  text: SeenColumnOptions['text'],
): ClassTrafficRow => ({
  ...traffic,
  name: of?.name ?? text('unmapped'),
  colour: of?.colour ?? 'grey',
  soldShare: of?.share ?? null,
});

export const trafficClassName = ({ name }: ClassTrafficRow): string => name;

const size = { width: 160, height: 20 };
const viewBox = `0 -2 ${String(size.width)} ${String(size.height + 4)}`;

/** Class, number of elements, what was sent over the day, and its figures. */
export function trafficColumns<Row extends ClassTrafficRow>({
  text,
  language,
  rows,
}: SeenColumnOptions & { readonly rows: readonly Row[] }): readonly Column<Row>[] {
  const figure = (
    id: 'sentAverage' | 'offeredAverage' | 'droppedTotal' | 'dropRatio' | 'sentShare' | 'soldShare',
    unit: Unit,
    place: Pick<Column<Row>, 'width' | 'yields' | 'card'>,
  ): Column<Row> => ({
    ...figureColumn(id, text(id), { rows, valueOf: (row) => row[id], style: unit, language }),
    ...place,
  });
  return [
    {
      id: 'name',
      header: text('class'),
      value: trafficClassName,
      cell: (row) => <ClassName of={row} />,
      width: 150,
      grow: 2,
      fixed: true,
      card: { line: 1 },
    },
    {
      id: 'elements',
      header: text('elements'),
      value: ({ elements }) => elements,
      cell: ({ elements }) => formatNumber(elements, language),
      width: 84,
      yields: 5,
      align: 'right',
    },
    {
      id: 'graph',
      header: text('sentOverDay'),
      value: () => null,
      sortable: false,
      cell: ({ sent, colour }) => (
        <svg className="tt-qos-graph" viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
          <path d={sparkLine({ values: sent }, size)} style={{ stroke: `var(${colourVariable(colour)})` }} />
        </svg>
      ),
      width: 120,
      grow: 2,
      card: { line: 2 },
    },
    figure('sentAverage', 'bps', { width: 104, card: { line: 1, end: true, named: true } }),
    figure('sentShare', 'percent', { width: 96, yields: 1, card: { line: 2, end: true, named: true } }),
    figure('soldShare', 'percent', { width: 90, yields: 3 }),
    figure('offeredAverage', 'bps', { width: 116, yields: 4 }),
    figure('droppedTotal', 'byte', { width: 88, yields: 2 }),
    figure('dropRatio', 'percent', { width: 88, card: { line: 3, end: true, named: true } }),
  ];
}
