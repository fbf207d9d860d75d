import { useMemo } from 'react';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Segment } from '#web/ui/button/Segment.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import type { CustomerQosApi } from './qos-api.ts';
import { useQosModel, useQosTraffic } from './qos-queries.ts';
import { useQosSearch } from './qos-search.ts';
import { trafficClassName, trafficColumns, trafficRow, type ClassTrafficRow } from './traffic-columns.tsx';
import { useQosTexts } from './texts/en.ts';

const directions = ['out', 'in'] as const;
const idOf = ({ class: id }: ClassTrafficRow): string => String(id ?? 'none');

/** The class elements are inwards or outwards: a class on both ways is two. */
export function DirectionChoice() {
  const text = useQosTexts();
  const { search, change } = useQosSearch();
  const shown = search.direction ?? 'out';
  return (
    <Segment
      label={text('direction')}
      options={directions.map((value) => ({ value, label: text(`direction-${value}`) }))}
      value={shown}
      onChange={(direction) => change({ direction: direction === 'in' ? 'in' : undefined })}
    />
  );
}

/** The KPIs of the class elements of a customer by class of service, over the last 24 hours. */
export function TrafficTab({ api }: { readonly api: CustomerQosApi }) {
  const text = useQosTexts();
  const language = useLanguage();
  const address = useQosSearch();
  const { search } = address;
  const query = useQosTraffic(api.customerId, search.direction ?? 'out');
  const { data: model } = useQosModel(api);
  const { data } = query;
  const rows = useMemo(() => {
    const classes = new Map(model?.classes.map((one) => [one.id, one]));
    return (data?.classes ?? []).flatMap((traffic): ClassTrafficRow[] => {
      const of = classes.get(traffic.class ?? 0);
      return of === undefined && traffic.class !== null ? [] : [trafficRow(traffic, of, text)];
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
          columns={useMemo(() => trafficColumns({ text, language, rows }), [text, language, rows])}
          rowId={idOf}
          rowName={trafficClassName}
          density={useDensity()}
          {...useListSorting(address)}
        />
      </Panel>
    </>
  );
}
