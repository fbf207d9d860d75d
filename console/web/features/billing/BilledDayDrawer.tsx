import type { BilledCustomer } from '#schemas/billing/routes.ts';
import { billingServices, totalOf } from '#schemas/billing/service.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatDayOfUtc } from '#web/lib/zoned/format-utc.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useBilledDay } from './billing-queries.ts';
import { useBillingTexts } from './texts/en.ts';

/** A customer with its units of the day; services without units are left out. */
function CustomerUnits({ customer: { name, clientId, units } }: { readonly customer: BilledCustomer }) {
  const text = useBillingTexts();
  const language = useLanguage();
  return (
    <li>
      <h3>
        {name} <span className="tt-muted">{clientId}</span>
      </h3>
      <dl>
        {billingServices
          .filter((service) => units[service] > 0)
          .map((service) => (
            <div key={service}>
              <dt>{text(service)}</dt>
              <dd>{formatNumber(units[service], language)}</dd>
            </div>
          ))}
        <div>
          <dt>{text('total')}</dt>
          <dd>{formatNumber(totalOf(units), language)}</dd>
        </div>
      </dl>
    </li>
  );
}

/** The customers of a day with their units. */
export function BilledDayDrawer({ day, onClose }: { readonly day: string; readonly onClose: () => void }) {
  const text = useBillingTexts();
  const language = useLanguage();
  const query = useBilledDay(day);
  const customers = query.data?.customers ?? [];
  const label = text('ofDay', { day: formatDayOfUtc(day, language) });
  const state = panelStateOf(query, language);
  return (
    <Drawer label={label} title={<h2>{label}</h2>} onClose={onClose}>
      <Panel label={label} state={state} nested>
        {query.data !== undefined && customers.length === 0 && <p>{text('noCustomers')}</p>}
        <ul className="tt-billed">
          {customers.map((customer) => (
            <CustomerUnits key={customer.id} customer={customer} />
          ))}
        </ul>
      </Panel>
    </Drawer>
  );
}
