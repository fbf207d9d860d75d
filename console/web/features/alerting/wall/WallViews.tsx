import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isUnhandled } from '#schemas/alerting/counts.ts';
import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { formatAge } from '#schemas/unit/duration.ts';
import { isoOf, useNow } from '#web/lib/clock.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { byHarm } from '#web/kernel/alert/worst-customer.ts';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import { WallLink } from './WallLink.tsx';
import { useWallTexts } from './texts/en.ts';

/** As many rows as can be read from across a room. */
const MAX_ROWS = 10;

/** Unhandled first, then by severity, then the newest. */
const byUrgency = (one: AlarmRow, other: AlarmRow): number =>
  Number(isUnhandled(other)) - Number(isUnhandled(one)) ||
  severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
  other.since - one.since;

function More({ of, shown }: { readonly of: number; readonly shown: number }) {
  const text = useWallTexts();
  return of > shown ? <p className="tt-wall-more">{text('more', { count: of - shown })}</p> : null;
}

export function WallCustomers({ customers }: { readonly customers: readonly CustomerAlerts[] }) {
  const text = useWallTexts();
  const language = useLanguage();
  const worst = customers.toSorted(byHarm).slice(0, MAX_ROWS);
  return (
    <>
      <ul className="tt-wall-rows">
        {worst.map(({ customer, name, counts }) => (
          <li key={customer}>
            <strong className="tt-ellipsis">{name}</strong>
            <span className="tt-wall-counts">
              <CountPill status="critical" count={counts.critical} />
              <CountPill status="major" count={counts.warning} />
              <span data-zero={counts.unhandled === 0}>
                {formatNumber(counts.unhandled, language)} {text('unhandled')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <More of={customers.length} shown={worst.length} />
    </>
  );
}

function Handling({ alarm }: { readonly alarm: AlarmRow }) {
  const text = useWallTexts();
  if (alarm.acknowledged !== undefined) return text('acknowledged');
  return alarm.silenced === undefined ? '' : text('silenced');
}

interface AlarmsProps {
  readonly customer: number;
  readonly alarms: readonly AlarmRow[];
}

export function WallAlarms({ customer, alarms }: AlarmsProps) {
  const text = useWallTexts();
  const language = useLanguage();
  const now = useNow();
  const urgent = alarms.toSorted(byUrgency).slice(0, MAX_ROWS);
  // The columns of all rows are below one another.
  const isAnyHandled = urgent.some(
    ({ acknowledged, silenced }) => acknowledged !== undefined || silenced !== undefined,
  );
  if (urgent.length === 0) return <p className="tt-wall-calm">{text('noAlarms')}</p>;
  return (
    <>
      <ul className="tt-wall-rows">
        {urgent.map((alarm) => (
          <li key={alarm.id} data-handled={!isUnhandled(alarm)} data-severity={alarm.severity}>
            <SeverityBadge short status={alarm.severity} />
            <strong className="tt-ellipsis">{alarm.name}</strong>
            <WallLink customer={customer} kind={alarm.elementKind} id={alarm.element}>
              <MiddleEllipsis text={alarm.elementName} />
            </WallLink>
            <span className="tt-ellipsis">
              <WallLink customer={customer} kind="site" id={alarm.site}>
                {alarm.siteName}
              </WallLink>
            </span>
            {isAnyHandled && (
              <span className="tt-wall-handling">
                <Handling alarm={alarm} />
              </span>
            )}
            <time className="tt-wall-since" dateTime={isoOf(alarm.since * SECOND_MS)}>
              {formatAge(now - alarm.since * SECOND_MS, language)}
            </time>
          </li>
        ))}
      </ul>
      <More of={alarms.length} shown={urgent.length} />
    </>
  );
}
