import { byDefault, flag, instant, integer, key, orNull, references, relation, text } from './relation.ts';

/**
 * What dashboards, home pages, reports, cockpits, applications and clusters have in common (`schemas/resource`). Their
 * content refers to it.
 */
export const resource = relation({
  name: 'resource',
  columns: {
    id: key,
    /** Name of a kind (`schemas/resource/kind.ts`). */
    kind: text,
    /** Null: in the multi-client space. */
    customer_id: orNull(references(integer, 'customer')),
    name: text,
    description: byDefault(text, "''"),
    /** Null: the product itself, or an account that is gone. */
    owner_id: orNull(references(integer, 'account', 'SET NULL')),
    visibility: text,
    /** Shared with every customer, those to come included. */
    shared_with_all: byDefault(flag, 'false'),
    active: byDefault(flag, 'true'),
    status_comment: byDefault(text, "''"),
    status_at: orNull(instant),
    status_by_id: orNull(references(integer, 'account', 'SET NULL')),
    created_at: byDefault(instant, 'now()'),
    updated_at: byDefault(instant, 'now()'),
    /** Who changed it last; null: an import, or an account that is gone. */
    author_id: orNull(references(integer, 'account', 'SET NULL')),
    /** Counts the changes, those of its content too. */
    version: byDefault(integer, '1'),
  },
  constraints: [
    `CHECK (visibility IN ('public', 'private', 'multi-client'))`,
    `CHECK ((visibility = 'multi-client') = (customer_id IS NULL))`,
    `CHECK (visibility = 'multi-client' OR NOT shared_with_all)`,
  ],
  indexes: [
    // Names of private ones are their owner's business: nobody learns of them from a refusal.
    `CREATE UNIQUE INDEX resource_name ON resource (kind, coalesce(customer_id, 0), name) WHERE visibility <> 'private'`,
  ],
});

/** A profile or a customer that a resource of the multi-client space is shared with. */
export const resourceShare = relation({
  name: 'resource_share',
  columns: {
    resource_id: references(integer, 'resource'),
    profile_id: orNull(references(integer, 'customer_profile')),
    customer_id: orNull(references(integer, 'customer')),
  },
  constraints: [
    'CHECK ((profile_id IS NULL) <> (customer_id IS NULL))',
    'UNIQUE NULLS NOT DISTINCT (resource_id, profile_id, customer_id)',
  ],
});
