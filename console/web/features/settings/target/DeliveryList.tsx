import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '#schemas/notification/delivery.ts';
import type { listMailDeliveries } from '#schemas/settings/mail/routes.ts';
import type { listTrapDeliveries } from '#schemas/settings/snmp/routes.ts';
import type { listWebhookDeliveries } from '#schemas/settings/webhook/routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { DeliveryOutcome } from './DeliveryOutcome.tsx';
import { failureWords } from './failure-words.ts';

interface Props {
  /** The call that lists the deliveries of a target. */
  readonly route: typeof listMailDeliveries | typeof listTrapDeliveries | typeof listWebhookDeliveries;
  readonly id: number;
}

const REFRESH_MS = 10_000;

const deliveriesOf = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => deliveries;

function Line({ delivery }: { readonly delivery: Delivery }) {
  const text = useSettingsTexts();
  const language = useLanguage();
  const { customers } = useSession();
  const { customer, createdAt, state, events, attempts, response } = delivery;
  const words = failureWords(response, text);
  const name = customers.find(({ id }) => id === customer)?.name;
  const facts = [
    name,
    events > 1 ? text('events', { count: events }) : undefined,
    attempts > 1 ? text('attempts', { number: formatNumber(attempts, language) }) : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <li className="tt-delivery">
      <DeliveryOutcome state={state} />
      <span className="tt-muted">
        <Time as="time" at={createdAt} />
      </span>
      <p>
        {facts.length > 0 && <span>{facts.join(' · ')}</span>}
        {words !== undefined && <span>{words}</span>}
        {response !== '' && <span className="tt-mono tt-delivery-response">{response}</span>}
      </p>
    </li>
  );
}

/** The last notifications of a target, newest first, refreshed while shown. */
export function DeliveryList({ route, id }: Props) {
  const text = useSettingsTexts();
  const language = useLanguage();
  const query = useQuery({
    ...routeQuery(route, { params: { id } }),
    select: deliveriesOf,
    refetchInterval: REFRESH_MS,
  });
  const none: PanelState = { is: 'empty', title: text('noDelivery'), hint: text('noDeliveryHint') };
  const state = query.data?.length === 0 ? none : panelStateOf(query, language);
  return (
    <section className="tt-delivery-section">
      <h3>{text('deliveries')}</h3>
      <Panel label={text('deliveries')} state={state}>
        <ol className="tt-delivery-list" aria-label={text('deliveries')}>
          {query.data?.map((delivery) => (
            <Line key={delivery.key} delivery={delivery} />
          ))}
        </ol>
      </Panel>
    </section>
  );
}
