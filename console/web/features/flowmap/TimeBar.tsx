import type { FlowMap, LiveFlowMap } from '#schemas/flowmap/flow-map.ts';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useFlowMapSearch } from './flowmap-search.ts';
import { useFlowMapTexts } from './texts/en.ts';

interface Props {
  readonly live: LiveFlowMap | undefined;
  readonly period: FlowMap | undefined;
  readonly isLimited: boolean;
}

/** Of the last minute; KPIs have periods of their own. */
function LiveTime({ live, period }: Pick<Props, 'live' | 'period'>) {
  const text = useFlowMapTexts();
  return (
    <>
      {live !== undefined && live.at !== null && (
        <>
          {text(live.isPartial ? 'livePartial' : 'liveOf', { seconds: live.seconds })}{' '}
          <Time at={live.at} as="time" />
        </>
      )}
      {period !== undefined && period.kpis.length > 0 && (
        <>
          {' · '}
          {text('kpisOf')} <TimeRange from={period.from * 1_000} until={period.to * 1_000} />
        </>
      )}
    </>
  );
}

/** Of which time the figures are, and what is not shown. */
export function TimeBar({ live, period, isLimited }: Props) {
  const text = useFlowMapTexts();
  const { search } = useFlowMapSearch();
  const isLive = search.show === 'live';
  return (
    <p className="tt-muted tt-flowmap-time">
      {isLive && <LiveTime live={live} period={period} />}
      {!isLive && period !== undefined && (
        <>
          {text('meanOf')} <TimeRange from={period.from * 1_000} until={period.to * 1_000} />
        </>
      )}
      {isLimited && <> · {text('limited')}</>}
    </p>
  );
}
