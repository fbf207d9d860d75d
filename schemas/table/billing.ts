import type { BillingService } from '../billing/service.ts';
import { instant, integer, references, relation, text, textKey, type Field } from './relation.ts';

/** A day of UTC whose units were counted. */
export const billingDay = relation({
  name: 'billing_day',
  columns: { day: textKey, counted_at: instant },
});

/** Units of a service that were monitored for a customer on a day; outlives the customer. */
export const billingCount = relation({
  name: 'billing_count',
  columns: {
    day: references(text, 'billing_day'),
    customer_id: integer,
    client_id: text,
    customer_name: text,
    service: text as Field<BillingService>,
    units: integer,
  },
  constraints: ['PRIMARY KEY (day, customer_id, service)', 'CHECK (units > 0)'],
});

/** Mails about units and the license that were queued: once each (`month:2026-10`, `license:…:expires-30`). */
export const billingMail = relation({
  name: 'billing_mail',
  columns: { key: textKey, queued_at: instant },
});
