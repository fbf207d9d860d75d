import type { ApplicationAttributes } from '../application/definition.ts';
import {
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  unique,
  withDefault,
} from './relation.ts';

/** Fields of a custom application besides those of every resource. Flows carry its id, not that of the resource. */
export const customApplication = relation({
  name: 'custom_application',
  columns: {
    id: key,
    category: withDefault(text, "''"),
    /** Position among the applications of the same owner: lower ones match first. */
    sort_order: integer,
    attributes: json<ApplicationAttributes>(),
    resource_id: unique(references(integer, 'resource')),
  },
});

/**
 * A customer's definition in place of an application of the provider, whose name and number it keeps. It counts for as long as the
 * application is shared with the customer.
 */
export const applicationOverride = relation({
  name: 'application_override',
  columns: {
    customer_id: references(integer, 'customer'),
    application_id: references(integer, 'custom_application'),
    description: withDefault(text, "''"),
    category: withDefault(text, "''"),
    attributes: json<ApplicationAttributes>(),
    /** Inactive: matches no traffic of the customer, nor does the application of the provider. */
    active: withDefault(flag, 'true'),
    version: withDefault(integer, '1'),
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    updated_at: withDefault(instant, 'now()'),
  },
  constraints: ['PRIMARY KEY (customer_id, application_id)'],
});
