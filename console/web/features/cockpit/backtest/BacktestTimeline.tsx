import { formatDuration } from '#schemas/unit/duration.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { formatMoment, formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { useCockpitTexts } from '../texts/en.ts';
import type { BacktestResult } from '#schemas/cockpit/backtest-routes.ts';
import { maxMinutes, backtestBars } from './backtest-bars.ts';

interface Props {
  readonly result: BacktestResult;
}

const size = { width: 428, height: 56 };

function useMinutes() {
  const language = useLanguage();
  return (minutes: number) => (minutes === 0 ? '–' : formatDuration(minutes * MINUTE_MS, language));
}

/** Bars of the draft above the line, bars of the rule in force below it. */
function Chart({ result: { figures, inForce, from, until, bucketSeconds } }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const time = useMinutes();
  const below = inForce?.timeline ?? [];
  const fullMinutes = maxMinutes(figures.timeline, below);
  const frame = { ...size, from, to: until, bucketSeconds, fullMinutes };
  const worst = figures.timeline.reduce(
    (found, bucket) => (bucket.minutes > found.minutes ? bucket : found),
    { at: from, minutes: 0 },
  );
  const peak = text('timelinePeak', {
    at: formatMoment(worst.at * 1_000, language),
    minutes: time(worst.minutes),
  });
  const sides = [
    { of: 'draft', top: 0, bars: backtestBars(figures.timeline, { ...frame, side: 'up' }) },
    { of: 'stored', top: size.height + 1, bars: backtestBars(below, { ...frame, side: 'down' }) },
  ] as const;
  const tall = inForce === null ? size.height + 1 : 2 * size.height + 1;
  return (
    <svg
      className="tt-backtest-chart"
      viewBox={`0 0 ${String(size.width)} ${String(tall)}`}
      role="img"
      aria-label={`${text('timeline')}. ${peak}`}
    >
      {sides.map(({ of, top, bars }) => (
        <g key={of} data-of={of} transform={`translate(0 ${String(top)})`}>
          {bars.map(({ at, ...bar }) => (
            <rect key={at} {...bar} />
          ))}
        </g>
      ))}
      <line x1={0} x2={size.width} y1={size.height + 0.5} y2={size.height + 0.5} />
    </svg>
  );
}

/** The chart as a table, for screen readers. */
function Figures({ result: { figures, inForce } }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const time = useMinutes();
  const stored = new Map(inForce?.timeline.map(({ at, minutes }) => [at, minutes] as const));
  const drafted = new Map(figures.timeline.map((bucket) => [bucket.at, bucket] as const));
  const times = [...new Set([...drafted.keys(), ...stored.keys()])]
    .filter((at) => (drafted.get(at)?.minutes ?? 0) + (stored.get(at) ?? 0) > 0)
    .toSorted((a, b) => a - b);
  return (
    <details className="tt-backtest-details">
      <summary>{text('timelineTable')}</summary>
      <table className="tt-backtest-table" aria-label={text('timelineTable')}>
        <thead>
          <tr>
            <th scope="col">{text('timelineAt')}</th>
            <th scope="col">{text('raises')}</th>
            <th scope="col">{text(inForce === null ? 'inAlarm' : 'asDraft')}</th>
            {inForce !== null && <th scope="col">{text('asStored')}</th>}
          </tr>
        </thead>
        <tbody>
          {times.map((at) => (
            <tr key={at}>
              <th scope="row">
                <Time at={at * 1_000} as="time" />
              </th>
              <td>{formatNumber(drafted.get(at)?.raises ?? 0, language)}</td>
              <td>{time(drafted.get(at)?.minutes ?? 0)}</td>
              {inForce !== null && <td>{time(stored.get(at) ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Time in alarm over the period. */
export function BacktestTimeline({ result }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { from, until, inForce } = result;
  return (
    <section className="tt-backtest-section">
      <h3>{text('timeline')}</h3>
      <Chart result={result} />
      <p className="tt-backtest-scale tt-muted tt-caption" aria-hidden="true">
        <span>{formatMoment(from * 1_000, language)}</span>
        {inForce !== null && (
          <span className="tt-backtest-legend">
            <i data-of="draft" />
            {text('asDraft')}
            <i data-of="stored" />
            {text('asStored')}
          </span>
        )}
        <span>{formatMoment(until * 1_000, language)}</span>
      </p>
      <Figures result={result} />
    </section>
  );
}
