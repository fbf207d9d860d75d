import { Link } from '@tanstack/react-router';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { useAlertDeltas, useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useMonitoring } from '#web/kernel/monitoring/use-monitoring.ts';
import { useMonitoringTexts } from '#web/kernel/monitoring/texts/en.ts';
import { useReasonText } from '#web/kernel/monitoring/use-reason-text.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { alarmsOf } from './alarms-of-element.ts';
import { useInventoryTexts } from '../texts/en.ts';

function Alarm({ alarm, customer }: { readonly alarm: AlarmRow; readonly customer: number }) {
  return (
    <li>
      <SeverityBadge short status={alarm.severity} />
      <Link to="/alert" search={{ customer, open: alarm.id }}>
        {alarm.name}
      </Link>
      <span className="tt-muted">{alarm.elementName}</span>
      <span className="tt-muted">
        <Time as="age" at={alarm.since * 1_000} />
      </span>
    </li>
  );
}

/** That an element is not monitored, or its device or site, and why; undefined: it is. */
function useUnmonitored({ kind, id, customer, device, site }: InventoryElement) {
  const text = useMonitoringTexts();
  const reasonText = useReasonText();
  const { data } = useMonitoring(customer, kind === 'device' ? id : device?.id);
  const ofSite = data?.sites.find((each) => each.site === (kind === 'site' ? id : site?.id));
  const unmonitored = data?.device ?? (data?.device === null ? undefined : ofSite);
  return unmonitored && { title: text('unmonitored'), hint: `${reasonText(unmonitored)}.` };
}

/** The running alarms of an element and of what belongs to it, as they change. */
export function ElementAlarms({ element }: { readonly element: InventoryElement }) {
  const { customer } = element;
  const text = useInventoryTexts();
  const language = useLanguage();
  const query = useAlerts(customer);
  useAlertDeltas(customer);
  const alarms = alarmsOf(element, query.data?.alarms ?? []);
  const state = panelStateOf(query, language, 'ALERT.read');
  const unmonitored = useUnmonitored(element);
  const isQuiet = state.is === 'ready' && alarms.length === 0;
  const quiet: PanelState =
    unmonitored === undefined
      ? { is: 'empty', title: text('noAlarms'), isGood: true }
      : { is: 'empty', ...unmonitored };
  return (
    <Panel nested label={text('alarms')} state={isQuiet ? quiet : state}>
      <ul className="tt-inventory-links">
        {alarms.map((alarm) => (
          <Alarm key={alarm.id} {...{ alarm, customer }} />
        ))}
      </ul>
    </Panel>
  );
}
