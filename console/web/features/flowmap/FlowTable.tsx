import { useMemo } from 'react';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import type { FlowMap } from '#schemas/flowmap/flow-map.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useFlowMapSearch } from './flowmap-search.ts';
import { NodeName } from './NodeName.tsx';
import { useNodeNames } from './node-names.ts';
import { useFlowMapTexts } from './texts/en.ts';
import { pairId, type FlowRow, type FlowScene } from './use-flow-map.ts';

interface Props {
  readonly scene: FlowScene;
  readonly period: FlowMap | undefined;
  readonly state: PanelState;
  readonly opened: readonly [number, number] | undefined;
  readonly onOpen: (one: number, other: number) => void;
}

/** The ends of a pair as they are read: a site first, the outside and sites that are not seen last. */
export const pairEnds = ({ one, other }: Pick<FlowRow, 'one' | 'other'>) =>
  one === 0 && other !== HIDDEN_SITE
    ? ({ first: other, second: one, isTurned: true } as const)
    : ({ first: one, second: other, isTurned: false } as const);

/** Rates from the first to the second end, and back. */
export const pairRates = (row: FlowRow) =>
  pairEnds(row).isTurned ? { there: row.back, back: row.forth } : { there: row.forth, back: row.back };

function useColumns({ scene, period }: Pick<Props, 'scene' | 'period'>): readonly Column<FlowRow>[] {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const nameOf = useNodeNames(scene.nodes);
  const { arcs: rows, nodes } = scene;
  const keys = period?.kpis;
  return useMemo(() => {
    const figures = { rows, language } as const;
    return [
      {
        ...textColumn<FlowRow>('one', text('site'), (row) => nameOf(pairEnds(row).first)),
        cell: (row, { active }) => (
          <NodeName id={pairEnds(row).first} nodes={nodes} nameOf={nameOf} active={active} />
        ),
        grow: 2,
        card: { line: 1 },
      },
      {
        ...textColumn<FlowRow>('other', text('remote'), (row) => nameOf(pairEnds(row).second)),
        cell: (row, { active }) => (
          <NodeName id={pairEnds(row).second} nodes={nodes} nameOf={nameOf} active={active} />
        ),
        grow: 2,
        card: { line: 2 },
      },
      {
        ...figureColumn<FlowRow>('there', text('there'), {
          ...figures,
          valueOf: (row) => pairRates(row).there,
          style: 'bps',
        }),
        card: { line: 1, end: true },
      },
      {
        ...figureColumn<FlowRow>('back', text('back'), {
          ...figures,
          valueOf: (row) => pairRates(row).back,
          style: 'bps',
        }),
        card: { line: 2, end: true },
      },
      ...(keys ?? []).map(({ key, unit }, index) =>
        figureColumn<FlowRow>(`kpi ${key}`, factsIn(kpis, key)[language], {
          ...figures,
          valueOf: (row) => row.values[index] ?? null,
          style: unit,
        }),
      ),
    ];
  }, [rows, nodes, keys, kpis, language, nameOf, text]);
}

/** The pairs of the map as rows: the same for a keyboard and a screen reader. */
export function FlowTable({ scene, period, state, opened, onOpen }: Props) {
  const text = useFlowMapTexts();
  const address = useFlowMapSearch();
  const nameOf = useNodeNames(scene.nodes);
  const columns = useColumns({ scene, period });
  return (
    <Panel label={text('table')} state={state}>
      <DataTable
        name="flow-map"
        label={text('table')}
        rows={scene.arcs}
        columns={columns}
        rowId={pairId}
        rowName={(row) => `${nameOf(pairEnds(row).first)} ↔ ${nameOf(pairEnds(row).second)}`}
        density={useDensity()}
        openedId={opened?.join('-')}
        onOpen={({ one, other }) => onOpen(one, other)}
        holdsOrder
        {...useListSorting(address)}
      />
    </Panel>
  );
}
