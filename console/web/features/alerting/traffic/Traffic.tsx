import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import {
  readAlarmTraffic,
  trafficOf,
  type ElementTraffic,
  type TrafficDivision,
} from '#schemas/alerting/traffic.ts';
import { columnFormat, type ColumnFormat } from '#schemas/unit/column-format.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { ExploreLink } from '#web/kernel/explore/ExploreLink.tsx';
import { useShownName } from '#web/kernel/text/use-shown-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { trafficShares, type TrafficShare } from './traffic-shares.ts';
import { useTrafficTexts } from './texts/en.ts';
import './traffic.css';

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  /** That of the graph, seconds since 1970. */
  readonly period: { readonly from: number; readonly to: number };
}

/** Bytes and packets in words; `count` chooses the form of the noun. */
function useVolume({ bytes, packets }: { readonly bytes: number; readonly packets: number }) {
  const language = useLanguage();
  return {
    bytes: formatValue(bytes, 'byte', language),
    packets: formatValue(packets, 'scalar', language),
    count: packets,
  };
}

interface ShareProps {
  readonly by: TrafficDivision;
  readonly share: TrafficShare;
  /** Formats percents. */
  readonly format: ColumnFormat;
}

function Share({ by, share, format }: ShareProps) {
  const text = useTrafficTexts();
  const shownName = useShownName();
  const { part, bytes, packets, percent } = share;
  const unnamed = part?.hidden === true ? 'hiddenSite' : by === 'interface' ? 'unknownInterface' : 'outside';
  const volume = useVolume({ bytes, packets });
  const name =
    part === undefined
      ? text('others')
      : part.name === null
        ? text(unnamed)
        : shownName({ name: part.name, deleted: part.deleted });
  return (
    <li>
      <span className="tt-traffic-name">{name}</span>
      <strong>{format(percent)}</strong>
      <span className="tt-traffic-bar" aria-hidden="true">
        <span style={{ inlineSize: `${String(percent)}%` }} />
      </span>
      <span className="tt-muted">{text('volume', volume)}</span>
    </li>
  );
}

function Total({ total }: Pick<ElementTraffic['divisions'][number], 'total'>) {
  const text = useTrafficTexts();
  const volume = useVolume(total);
  return <p className="tt-muted">{text('total', volume)}</p>;
}

function Division({ division }: { readonly division: ElementTraffic['divisions'][number] }) {
  const text = useTrafficTexts();
  const language = useLanguage();
  const heading = text(`by-${division.by}`);
  const shares = trafficShares(division);
  const percents = shares.map(({ percent }) => percent);
  const format = columnFormat(percents, 'percent', language);
  return (
    <section aria-label={heading}>
      <h4>{heading}</h4>
      <ol>
        {shares.map((share, at) => (
          <Share key={at} by={division.by} share={share} format={format} />
        ))}
      </ol>
    </section>
  );
}

/** The filter of the flows of an element, as the divisions have them. */
function exploreFilter({ elementKind: kind, element }: AlarmRow, way: ElementTraffic['way']): string {
  const id = `#${String(element)}`;
  if (kind === 'interface') return way === 'both' ? `interface = ${id}` : `${way}-interface = ${id}`;
  return `${kind === 'device' ? 'exporter' : 'site'} = ${id}`;
}

function useTraffic({ alarm, customerId, period: { from, to } }: Props) {
  const text = useTrafficTexts();
  const language = useLanguage();
  const { elementKind: kind } = alarm;
  const query = useQuery({
    ...namedQuery('alarm-traffic', [customerId, alarm.id, from, to], async (signal) => {
      const params = { customerId, alarm: alarm.alarm, element: alarm.element };
      const period = { from, to };
      return { period, traffic: await call(readAlarmTraffic, { params, query: period, signal }) };
    }),
    enabled: trafficOf(kind).length > 0,
    placeholderData: keepPreviousData,
  });
  const state = (): PanelState => {
    if (query.isError) {
      const requestId = query.error instanceof ApiProblem ? query.error.requestId : undefined;
      const retry = () => void query.refetch();
      return { is: 'error', cause: sentenceOf(query.error, language), requestId, retry };
    }
    if (query.data === undefined) return { is: 'never-loaded' };
    if (query.isPlaceholderData) return { is: 'loading-over' };
    const { exports, divisions } = query.data.traffic;
    if (divisions.some(({ total }) => total.bytes > 0)) return { is: 'ready' };
    const title = text(kind === 'device' || kind === 'site' ? `none-${kind}` : 'none-interface');
    return { is: 'empty', title, ...(exports === false ? { hint: text('noExport') } : {}) };
  };
  return { data: query.data, state: state() };
}

/** What the traffic of the element consists of in the period of the graph. Nothing for elements that flows do not explain. */
export function Traffic(props: Props) {
  const text = useTrafficTexts();
  const { data, state } = useTraffic(props);
  if (trafficOf(props.alarm.elementKind).length === 0) return null;
  const { period, traffic } = data ?? { period: props.period, traffic: undefined };
  const way = traffic?.way ?? 'both';
  const heading = text(`traffic-${way}`);
  const { from, to } = period;
  return (
    <div className="tt-traffic">
      <h3 className="tt-evidence-heading">{heading}</h3>
      <p className="tt-muted">
        <TimeRange from={from * 1_000} until={to * 1_000} />
      </p>
      <Panel label={heading} state={state}>
        {traffic?.divisions.slice(0, 1).map(({ by, total }) => (
          <Total key={by} total={total} />
        ))}
        {traffic?.divisions.map((division) => (
          <Division key={division.by} division={division} />
        ))}
      </Panel>
      <ExploreLink
        customer={props.customerId}
        filter={exploreFilter(props.alarm, way)}
        period={{ from, to }}
        by={['application', 'remote-site']}
      />
    </div>
  );
}
