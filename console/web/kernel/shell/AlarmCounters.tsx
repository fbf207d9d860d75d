import { Link } from '@tanstack/react-router';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import { oldestOf, type DataTimes } from '#web/ui/freshness/freshness.ts';
import { FreshnessMark } from '#web/ui/freshness/FreshnessMark.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { labelled } from '#web/lib/labelled.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useAlertDeltas, useAlerts } from '../alert/alert-feed.ts';
import { useCountDeltas, useCounts } from '../alert/count-feed.ts';
import { criticalsOfCustomers, criticalsOfRows } from '../alert/criticals.ts';
import { useCriticalSignals } from '../alert/use-critical-signals.ts';
import { useFreshness } from '../alert/use-freshness.ts';
import { usePermission } from '../permission/use-permission.ts';
import { useKernelTexts } from '../text/en.ts';
import { useShellContext } from './use-shell-context.ts';
import { useMemo } from 'react';

interface Shown {
  readonly critical: number | undefined;
  readonly warning: number | undefined;
  readonly unhandled: number | undefined;
  readonly times: DataTimes | undefined;
}

interface CountersProps {
  readonly shown: Shown | undefined;
  readonly to: string;
  readonly customer?: number;
  /** Whether the page shows a past time. */
  readonly past?: boolean;
}

const before: Shown = {
  critical: undefined,
  warning: undefined,
  unhandled: undefined,
  times: undefined,
};

function Counters({ shown = before, to, customer, past = false }: CountersProps) {
  const text = useKernelTexts();
  const language = useLanguage();
  const { critical, warning, unhandled, times } = shown;
  const freshness = useFreshness(times, past);
  return (
    <>
      <span className="tt-header-freshness">
        <FreshnessMark freshness={freshness} times={past ? undefined : times} />
      </span>
      <Link
        to={to as '/alert'}
        search={customer === undefined ? {} : { customer }}
        className="tt-header-counters"
      >
        <span className="tt-hidden">{labelled(text('runningAlarms'), '', language)}</span>
        <CountPill status="critical" count={critical} />
        <span className="tt-hidden">, </span>
        <CountPill status="major" count={warning} />
        <span className="tt-hidden">, </span>
        <span className="tt-header-unhandled" data-zero={unhandled === 0 || unhandled === undefined}>
          <strong>{unhandled === undefined ? '–' : formatNumber(unhandled, language)}</strong>{' '}
          {text('unhandled', { count: unhandled ?? 0 })}
        </span>
      </Link>
    </>
  );
}

function OfCustomer({ customerId, past }: { readonly customerId: number; readonly past: boolean }) {
  useAlertDeltas(customerId);
  const { data } = useAlerts(customerId);
  const alarms = data?.alarms;
  useCriticalSignals(useMemo(() => (alarms === undefined ? undefined : criticalsOfRows(alarms)), [alarms]));
  const shown = data === undefined ? undefined : { ...data.counts, times: data.position };
  return <Counters shown={shown} to="/alert" customer={customerId} past={past} />;
}

function OfAll({ past }: { readonly past: boolean }) {
  const { session } = useShellContext();
  const ids = useMemo(() => session.customers.map(({ id }) => id), [session.customers]);
  useCountDeltas(ids);
  const { data } = useCounts(true);
  const customers = data?.customers;
  useCriticalSignals(
    useMemo(() => (customers === undefined ? undefined : criticalsOfCustomers(customers)), [customers]),
  );
  const shown =
    data === undefined
      ? undefined
      : {
          critical: data.nbCritical,
          warning: data.nbWarning,
          unhandled: data.nbUnhandled,
          times: oldestOf(
            data.customers.map(({ position }) => position),
            now(),
          ),
        };
  return <Counters shown={shown} to="/cc/alert" past={past} />;
}

/** Live state, data age and alarm counts of the page's scope. */
export function AlarmCounters() {
  const { session, scope, customer, past } = useShellContext();
  const allowed = usePermission('ALERT.read');
  if (!allowed || !session.modules.includes('alerting')) return null;
  if (scope === 'customer')
    return customer === undefined ? null : (
      <OfCustomer key={customer.id} customerId={customer.id} past={past} />
    );
  return session.scopes.includes('cross-customer') ? <OfAll past={past} /> : null;
}
