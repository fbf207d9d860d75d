import { Link } from '@tanstack/react-router';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import { DataAge } from '#web/ui/panel/DataAge.tsx';
import { labelled } from '#web/lib/labelled.ts';
import { useStore } from '#web/lib/store.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useAlertDeltas, useAlerts } from '../alert/alert-feed.ts';
import { useCountDeltas, useCounts } from '../alert/count-feed.ts';
import { usePermission } from '../permission/use-permission.ts';
import { liveState } from '../socket/connection.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import { useShellContext } from './use-shell-context.ts';
import { useMemo } from 'react';

interface Shown {
  readonly critical: number | undefined;
  readonly warning: number | undefined;
  readonly at: number | undefined;
}

interface CountersProps {
  readonly shown: Shown | undefined;
  readonly to: string;
  readonly customer?: number;
}

const before: Shown = { critical: undefined, warning: undefined, at: undefined };

function Counters({ shown = before, to, customer }: CountersProps) {
  const text = useKernelTexts();
  const state = useStore(liveState);
  const language = useLanguage();
  const { critical, warning, at } = shown;
  return (
    <>
      <DataAge state={state} at={at} />
      <Link
        to={to as '/alert'}
        search={customer === undefined ? {} : { customer }}
        className="tt-header-counters"
      >
        <span className="tt-hidden">{labelled(text('runningAlarms'), '', language)}</span>
        <CountPill status="critical" count={critical} />
        <CountPill status="major" count={warning} />
      </Link>
    </>
  );
}

function OfCustomer({ customerId }: { readonly customerId: number }) {
  useAlertDeltas(customerId);
  const { data } = useAlerts(customerId);
  const shown = data === undefined ? undefined : { ...data.counts, at: data.position.at };
  return <Counters shown={shown} to="/alert" customer={customerId} />;
}

function OfAll() {
  const { session } = useShellContext();
  const ids = useMemo(() => session.customers.map(({ id }) => id), [session.customers]);
  useCountDeltas(ids);
  const { data } = useCounts(true);
  const shown =
    data === undefined
      ? undefined
      : {
          critical: data.nbCritical,
          warning: data.nbWarning,
          at: Math.max(0, ...data.customers.map(({ position }) => position.at)),
        };
  return <Counters shown={shown} to="/cc/alert" />;
}

/** Live state, data age and alarm counts of the page's scope. */
export function AlarmCounters() {
  const { session, scope, customer } = useShellContext();
  const allowed = usePermission('ALERT.read');
  if (!allowed || !session.modules.includes('alerting')) return null;
  if (scope === 'customer')
    return customer === undefined ? null : <OfCustomer key={customer.id} customerId={customer.id} />;
  return session.scopes.includes('cross-customer') ? <OfAll /> : null;
}
