import { useMemo } from 'react';
import type { ClassTraffic } from '#schemas/qos/mapping-routes.ts';
import type { QosColour } from '#schemas/qos/qos-class.ts';
import { formatValue } from '#schemas/unit/format.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { sparkLine } from '#web/kernel/kpi/graph-points.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ClassName } from './ClassName.tsx';
import type { CustomerQosApi } from './qos-api.ts';
import { colourVariable } from './qos-colour.ts';
import { useQosModel, useQosTraffic } from './qos-queries.ts';
import { useQosSearch } from './qos-search.ts';
import { useQosTexts } from './use-qos-texts.ts';

interface TrafficRow extends ClassTraffic {
  readonly name: string;
  readonly colour: QosColour;
  /** Percent that the class is sold with; null: none is stated. */
  readonly soldShare: number | null;
}

const directions = ['out', 'in'] as const;
const size = { width: 160, height: 20 };
const viewBox = `0 -2 ${String(size.width)} ${String(size.height + 4)}`;
const idOf = ({ class: id }: TrafficRow): string => String(id ?? 'none');
const nameOf = ({ name }: TrafficRow): string => name;

/** The class elements are inwards or outwards: a class on both ways is two. */
function DirectionChoice() {
  const text = useQosTexts();
  const { search, change } = useQosSearch();
  const shown = search.direction ?? 'out';
  return (
    <div className="tt-segment" role="group" aria-label={text('direction')}>
      {directions.map((direction) => (
        <button
          key={direction}
          type="button"
          aria-pressed={direction === shown}
          onClick={() => change({ direction: direction === 'in' ? 'in' : undefined })}
        >
          {text(`direction-${direction}`)}
        </button>
      ))}
    </div>
  );
}

function useColumns(): readonly Column<TrafficRow>[] {
  const text = useQosTexts();
  const language = useLanguage();
  return useMemo(() => {
    const figure = (
      id: 'sentAverage' | 'offeredAverage' | 'droppedTotal' | 'dropRatio' | 'sentShare' | 'soldShare',
      unit: Unit,
      place: Pick<Column<TrafficRow>, 'width' | 'yields'>,
    ): Column<TrafficRow> => ({
      id,
      header: text(id),
      value: (row) => row[id],
      cell: (row) => (row[id] === null ? '–' : formatValue(row[id], unit, language)),
      ...place,
      align: 'right',
    });
    return [
      {
        id: 'name',
        header: text('class'),
        value: nameOf,
        cell: (row) => <ClassName of={row} />,
        width: 150,
        grow: 2,
        fixed: true,
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
            <path
              d={sparkLine({ values: sent }, size)}
              style={{ stroke: `var(${colourVariable(colour)})` }}
            />
          </svg>
        ),
        width: 120,
        grow: 2,
      },
      figure('sentAverage', 'bps', { width: 104 }),
      figure('sentShare', 'percent', { width: 96, yields: 1 }),
      figure('soldShare', 'percent', { width: 90, yields: 3 }),
      figure('offeredAverage', 'bps', { width: 116, yields: 4 }),
      figure('droppedTotal', 'byte', { width: 88, yields: 2 }),
      figure('dropRatio', 'percent', { width: 88 }),
    ];
  }, [text, language]);
}

/** The KPIs of the class elements of a customer by class of service, over the last 24 hours. */
export function TrafficTab({ api }: { readonly api: CustomerQosApi }) {
  const text = useQosTexts();
  const language = useLanguage();
  const { search, change } = useQosSearch();
  const query = useQosTraffic(api.customerId, search.direction ?? 'out');
  const { data: model } = useQosModel(api);
  const { data } = query;
  const rows = useMemo(() => {
    const classes = new Map(model?.classes.map((one) => [one.id, one]));
    return (data?.classes ?? []).flatMap((traffic): TrafficRow[] => {
      const of = classes.get(traffic.class ?? 0);
      if (of !== undefined) return [{ ...traffic, name: of.name, colour: of.colour, soldShare: of.share }];
      const left = { name: text('unmapped'), colour: 'grey' as const, soldShare: null };
      return traffic.class === null ? [{ ...traffic, ...left }] : [];
    });
  }, [data, model, text]);
  const ready = panelStateOf(query, language);
  const isEmpty = ready.is === 'ready' && rows.every(({ elements }) => elements === 0);
  const state = isEmpty
    ? ({ is: 'empty', title: text('noElements'), hint: text('noElementsHint') } as const)
    : ready;
  const first = data?.steps[0];
  const last = data?.steps.at(-1);
  const time =
    data === undefined || first === undefined || last === undefined ? undefined : (
      <TimeRange from={first * 1_000} until={(last + data.stepSeconds) * 1_000} />
    );
  return (
    <>
      <Toolbar label={text('traffic')} end={<span className="tt-muted">{time}</span>}>
        <DirectionChoice />
        <span className="tt-muted">{text('trafficHint')}</span>
      </Toolbar>
      <Panel label={text('traffic')} state={state}>
        <DataTable
          name="qos-traffic"
          label={text('traffic')}
          rows={rows}
          columns={useColumns()}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
          sorting={sortingFrom(search.sort)}
          onSort={(sorting) => change({ sort: sortingText(sorting) })}
        />
      </Panel>
    </>
  );
}
