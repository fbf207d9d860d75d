import { useMemo, type ReactNode } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { alertCountsOf, totalCounts } from '#schemas/alerting/counts.ts';
import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import { criticalsOfCustomers, criticalsOfRows } from '#web/kernel/alert/criticals.ts';
import { useCriticalSignals } from '#web/kernel/alert/use-critical-signals.ts';
import { isoOf, useNow } from '#web/lib/clock.ts';
import { formatNumber, formatShortTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { freshnessOf, oldestOf, type DataTimes } from '#web/ui/freshness/freshness.ts';
import { FreshnessMark } from '#web/ui/freshness/FreshnessMark.tsx';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import { useStore } from '#web/lib/store.ts';
import { liveState } from '#web/kernel/socket/connection.ts';
import type { WallView } from './wall-rotation.ts';
import { useWallTexts } from './texts/en.ts';

interface Props {
  readonly title: string;
  readonly view: WallView;
  /** Of the data of each customer. */
  readonly times: readonly DataTimes[];
  /** What is counted: the alarms of a customer, or the counts of customers. */
  readonly alarms: readonly AlarmRow[] | undefined;
  readonly customers: readonly CustomerAlerts[] | undefined;
  readonly children: ReactNode;
}

function useCounts({ alarms, customers }: Pick<Props, 'alarms' | 'customers'>) {
  const criticals = useMemo(() => {
    if (alarms !== undefined) return criticalsOfRows(alarms);
    return customers === undefined ? undefined : criticalsOfCustomers(customers);
  }, [alarms, customers]);
  useCriticalSignals(criticals);
  return useMemo(() => {
    if (alarms !== undefined) return alertCountsOf(alarms);
    if (customers === undefined) return undefined;
    const { nbCritical: critical, nbWarning: warning, nbUnhandled: unhandled } = totalCounts([...customers]);
    return { critical, warning, unhandled };
  }, [alarms, customers]);
}

/** Heading, counts and clock of a wall. A border shows that the link is lost or the data stale. */
export function WallFrame({ title, view, times, children, ...counted }: Props) {
  const text = useWallTexts();
  const language = useLanguage();
  const now = useNow();
  const connection = useStore(liveState);
  const oldest = oldestOf(times, now);
  const freshness = freshnessOf(oldest, { connection, now });
  const counts = useCounts(counted);
  const isLost = freshness.is === 'offline';
  return (
    <main className="tt-wall" data-link={isLost ? 'lost' : freshness.is}>
      <header className="tt-wall-header">
        <h1 className="tt-ellipsis">{title}</h1>
        <span className="tt-wall-counts">
          <CountPill status="critical" count={counts?.critical} />
          <CountPill status="major" count={counts?.warning} />
          <span data-zero={counts === undefined || counts.unhandled === 0}>
            {counts === undefined ? '–' : formatNumber(counts.unhandled, language)} {text('unhandled')}
          </span>
        </span>
        <FreshnessMark freshness={freshness} times={oldest} />
        <time className="tt-wall-clock" dateTime={isoOf(now)}>
          {formatShortTime(now, now, language)}
        </time>
      </header>
      {isLost && (
        <p className="tt-wall-lost" role="alert">
          {text('linkLost')}
        </p>
      )}
      <section aria-label={text(`view-${view}`)} className="tt-wall-view">
        {children}
      </section>
    </main>
  );
}
