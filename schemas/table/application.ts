import type { ApplicationAttributes } from '../application/definition.ts';
import {
  byDefault,
  flag,
  instant,
  integer,
  json,
  key,
  orNull,
  references,
  relation,
  text,
} from './relation.ts';

/** A custom application: of a customer, or of the provider (no customer) for all of them. */
export const customApplication = relation({
  name: 'custom_application',
  fields: {
    id: key,
    customer_id: orNull(references(integer, 'customer')),
    name: text,
    category: byDefault(text, "''"),
    /** Place among those of the same owner: lower ones are tried first. */
    sort_order: integer,
    activated: byDefault(flag, 'true'),
    status_comment: byDefault(text, "''"),
    attributes: json<ApplicationAttributes>(),
    version: byDefault(integer, '1'),
    created_at: byDefault(instant, 'now()'),
    updated_at: byDefault(instant, 'now()'),
  },
  constraints: ['UNIQUE NULLS NOT DISTINCT (customer_id, name)'],
});
