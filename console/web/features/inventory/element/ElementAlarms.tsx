import { Link } from '@tanstack/react-router';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { useAlertDeltas, useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { alarmsOf } from './alarms-of-element.ts';
import { useInventoryTexts } from '../use-inventory-texts.ts';

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

/** The running alarms of an element and of what belongs to it, as they change. */
export function ElementAlarms({ element }: { readonly element: InventoryElement }) {
  const { customer } = element;
  const text = useInventoryTexts();
  const language = useLanguage();
  const query = useAlerts(customer);
  useAlertDeltas(customer);
  const alarms = alarmsOf(element, query.data?.alarms ?? []);
  const state = panelStateOf(query, language, 'ALERT.read');
  const isQuiet = state.is === 'ready' && alarms.length === 0;
  return (
    <Panel
      nested
      label={text('alarms')}
      state={isQuiet ? { is: 'empty', title: text('noAlarms'), isGood: true } : state}
    >
      <ul className="tt-inventory-links">
        {alarms.map((alarm) => (
          <Alarm key={alarm.id} {...{ alarm, customer }} />
        ))}
      </ul>
    </Panel>
  );
}
