import { useState, type MouseEvent } from 'react';
import { Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { now } from '#web/lib/clock.ts';
import { formatZonedPeriod } from '#web/lib/zoned/format-zoned.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { useChartTexts } from '../texts/en.ts';
import { alarmsWithin, laneSegments, laneShare } from './alarm-lane.ts';
import './alarm-lane.css';

type Ran = ElementMarks['alarms'][number];

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Props {
  readonly title: string;
  readonly alarms: readonly Ran[];
  /** Starts of the steps that the chart shows, seconds since 1970. */
  readonly steps: readonly number[];
  /** End of the values, up to which a running alarm lasts. */
  readonly end: number;
  /** Customer whose alerts the list leads to; undefined: nowhere, as on a wall. */
  readonly linked: number | undefined;
  /** Of the document. */
  readonly timeZone: string;
}

/** Alarms that are listed at once. */
const LISTED = 50;
/** Alarms named under the pointer. */
const NAMED = 3;
/** Around the pointer, to the left and the right, in pixels: alarms are often shorter than what a hand can point at. */
const NEAR_PX = 4;

/** A chart that ends earlier is one of the past. */
const PAST_MS = 10 * MINUTE_MS;

/** A time at which the alarm ran; undefined: it runs now. */
function timeOf({ from, until }: Ran, end: number): number | undefined {
  const isNow = until === null && now() - end * SECOND_MS < PAST_MS;
  return isNow ? undefined : Math.floor((from + (until ?? end)) / 2);
}

function Entry({
  alarm: of,
  end,
  linked,
  timeZone,
}: { readonly alarm: Ran } & Pick<Props, 'end' | 'linked' | 'timeZone'>) {
  const text = useChartTexts();
  const language = useLanguage();
  const { alarm, element, name, elementName, severity, from, until } = of;
  const words = text('markAlarm', { name, element: elementName });
  const at = timeOf(of, end);
  return (
    <li>
      <SeverityBadge short status={severity} />
      {linked === undefined ? (
        <span>{words}</span>
      ) : (
        <Link
          to="/alert"
          search={{
            customer: linked,
            open: `${String(alarm)}:${String(element)}`,
            ...(at !== undefined && { at }),
          }}
        >
          {words}
        </Link>
      )}
      <span className="tt-muted">
        {formatZonedPeriod(
          { from: from * SECOND_MS, until: (until ?? end) * SECOND_MS, now: now(), timeZone },
          language,
        )}
      </span>
    </li>
  );
}

/** The span around the pointer. */
function pointedSpan({ clientX, currentTarget }: MouseEvent, span: Span): Span {
  const { left, width } = currentTarget.getBoundingClientRect();
  if (width === 0) return span;
  const timeAt = (x: number): number => span.from + ((x - left) / width) * (span.to - span.from);
  return { from: timeAt(clientX - NEAR_PX), to: timeAt(clientX + NEAR_PX) };
}

function Listed({
  listed,
  ...shown
}: Pick<Props, 'end' | 'linked' | 'timeZone'> & { readonly listed: readonly Ran[] }) {
  const text = useChartTexts();
  return (
    <>
      <ul>
        {listed.slice(0, LISTED).map((alarm) => (
          <Entry
            key={`${String(alarm.alarm)} ${String(alarm.element)} ${String(alarm.from)}`}
            {...shown}
            alarm={alarm}
          />
        ))}
      </ul>
      {listed.length > LISTED && (
        <p className="tt-muted">{text('marksMore', { count: listed.length - LISTED })}</p>
      )}
    </>
  );
}

/** When alarms ran, in a thin line below the chart: the worst one at each time. It lists those of a time. */
export function AlarmLane({ title, alarms, steps, end, linked, timeZone }: Props) {
  const span = { from: steps[0] ?? 0, to: steps.at(-1) ?? 0 };
  const text = useChartTexts();
  const [chosen, setChosen] = useState<Span>();
  const [hovered, setHovered] = useState<string>();
  const namesOf = (found: readonly Ran[]): string =>
    [
      ...found.slice(0, NAMED).map(({ name, elementName: element }) => text('markAlarm', { name, element })),
      ...(found.length > NAMED ? [text('marksMore', { count: found.length - NAMED })] : []),
    ].join('\n');
  const all = laneSegments(alarms, { from: span.from, to: Math.min(span.to, end) });
  const listed = alarmsWithin(alarms, chosen ?? span);
  if (alarms.length === 0) return null;
  const open = (event: MouseEvent): void => {
    // A key has no place: it means all of them.
    const pointed = event.detail === 0 ? span : pointedSpan(event, span);
    setChosen(alarmsWithin(alarms, pointed).length === 0 ? span : pointed);
  };
  return (
    <Popover
      opened={chosen !== undefined}
      onChange={(isOpen) => !isOpen && setChosen(undefined)}
      position="bottom"
      offset={4}
      trapFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className="tt-alarm-lane"
          aria-label={text('lane', { title, count: alarms.length })}
          title={hovered}
          onMouseMove={(event) => setHovered(namesOf(alarmsWithin(alarms, pointedSpan(event, span))))}
          onClick={(event) => (chosen === undefined ? open(event) : setChosen(undefined))}
        >
          {all.map(({ from, to, severity }) => (
            <span
              key={from}
              data-severity={severity}
              style={{
                left: `${String(100 * laneShare(span, from))}%`,
                width: `${String(100 * (laneShare(span, to) - laneShare(span, from)))}%`,
              }}
            />
          ))}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="tt-alarm-lane-list" aria-label={text('laneList', { title })}>
        <Listed {...{ listed, end, linked, timeZone }} />
      </Popover.Dropdown>
    </Popover>
  );
}
