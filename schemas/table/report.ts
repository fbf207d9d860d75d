import {
  bytes,
  instant,
  integer,
  key,
  nullableField,
  references,
  relation,
  text,
  uniqueIgnoringCase,
  withDefault,
} from './relation.ts';

/** An image that reports show. */
export const reportImage = relation({
  name: 'report_image',
  columns: {
    id: key,
    /** Null: in the library of the provider, which reports of all customers may show. */
    customer_id: nullableField(references(integer, 'customer')),
    name: text,
    /** Media type of the content. */
    type: text,
    /** Pixels. */
    width: integer,
    height: integer,
    content: bytes,
    version: withDefault(integer, '1'),
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    updated_at: withDefault(instant, 'now()'),
  },
  constraints: [`CHECK (type IN ('image/png', 'image/jpeg', 'image/svg+xml'))`],
  indexes: [uniqueIgnoringCase('report_image', 'name', { within: ['coalesce(customer_id, 0)'] })],
});
