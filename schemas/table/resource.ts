import type { WrittenDocument } from '../dashboard/document.ts';
import type { WrittenReport } from '../report/document.ts';
import type { LinkedContext } from '../dashboard/link-routes.ts';
import {
  withDefault,
  bytes,
  flag,
  instant,
  integer,
  integerKey,
  integers,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  unique,
  uniqueIgnoringCase,
} from './relation.ts';

/**
 * Common fields of dashboards, home pages, reports, cockpits, applications and clusters (`schemas/resource`). Their content
 * references it.
 */
export const resource = relation({
  name: 'resource',
  columns: {
    id: key,
    /** Name of a kind (`schemas/resource/kind.ts`). */
    kind: text,
    /** Null: in the multi-client space. */
    customer_id: nullableField(references(integer, 'customer')),
    name: text,
    description: withDefault(text, "''"),
    /** Null: the product itself, or a deleted account. */
    owner_id: nullableField(references(integer, 'account', 'SET NULL')),
    visibility: text,
    /** Shared with every customer, including future ones. */
    shared_with_all: withDefault(flag, 'false'),
    active: withDefault(flag, 'true'),
    status_comment: withDefault(text, "''"),
    status_at: nullableField(instant),
    status_by_id: nullableField(references(integer, 'account', 'SET NULL')),
    created_at: withDefault(instant, 'now()'),
    updated_at: withDefault(instant, 'now()'),
    /** Author of the last change; null: an import, or a deleted account. */
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    /** Incremented by each change, including those of its content. */
    version: withDefault(integer, '1'),
    /** First author; null: an import, the product itself, or a deleted account. */
    creator_id: nullableField(references(integer, 'account', 'SET NULL')),
  },
  constraints: [
    `CHECK (visibility IN ('public', 'private', 'multi-client'))`,
    `CHECK ((visibility = 'multi-client') = (customer_id IS NULL))`,
    `CHECK (visibility = 'multi-client' OR NOT shared_with_all)`,
  ],
  indexes: [
    // Private resources are exempt: a rejected name must not reveal them.
    uniqueIgnoringCase('resource', 'name', {
      within: ['kind', 'coalesce(customer_id, 0)'],
      where: `visibility <> 'private'`,
    }),
  ],
});

/** A cockpit, dashboard or home page that was deleted, with the fields that decide who may know that. */
export const deletedResource = relation({
  name: 'deleted_resource',
  columns: {
    /** Former id of the resource: ids are used once. */
    id: integerKey,
    kind: text,
    customer_id: nullableField(references(integer, 'customer')),
    owner_id: nullableField(references(integer, 'account', 'SET NULL')),
    visibility: text,
    shared_with_all: flag,
    profile_ids: integers,
    customer_ids: integers,
    name: text,
    /** Name of the user who deleted it, as it was. */
    deleted_by: text,
    deleted_at: instant,
  },
});

/** A profile or customer that a resource of the multi-client space is shared with. */
export const resourceShare = relation({
  name: 'resource_share',
  columns: {
    resource_id: references(integer, 'resource'),
    profile_id: nullableField(references(integer, 'customer_profile')),
    customer_id: nullableField(references(integer, 'customer')),
  },
  constraints: [
    'CHECK ((profile_id IS NULL) <> (customer_id IS NULL))',
    'UNIQUE NULLS NOT DISTINCT (resource_id, profile_id, customer_id)',
  ],
});

/** Content of a dashboard, home page or report; everything else belongs to the resource. */
export const dashboardDocument = relation({
  name: 'dashboard_document',
  columns: {
    resource_id: references(integer, 'resource'),
    folder: withDefault(text, "''"),
    /** Of this or an older version (`schemas/dashboard/migrations.ts`, `schemas/report/migrations.ts`). */
    document: json<WrittenDocument | WrittenReport>(),
  },
  constraints: ['PRIMARY KEY (resource_id)'],
});

/** A document that comes from a file (`npm start -- --documents`). */
export const provisionedDocument = relation({
  name: 'provisioned_document',
  columns: {
    resource_id: references(integer, 'resource'),
    /** Path within the folder. */
    file: unique(text),
    /** Of the file, and of the content that was made of it: when they differ from what is there, a user has changed the document. */
    file_digest: text,
    content_digest: text,
  },
  constraints: ['PRIMARY KEY (resource_id)'],
});

/** The home page of a user for a customer, of a role, of a profile, or of a customer. */
export const homeChoice = relation({
  name: 'home_choice',
  columns: {
    account_id: nullableField(references(integer, 'account')),
    role_id: nullableField(references(integer, 'role')),
    profile_id: nullableField(references(integer, 'customer_profile')),
    customer_id: nullableField(references(integer, 'customer')),
    resource_id: references(integer, 'resource'),
  },
  constraints: [
    'CHECK (num_nonnulls(role_id, profile_id, customer_id) = 1)',
    'CHECK (account_id IS NULL OR customer_id IS NOT NULL)',
    'UNIQUE NULLS NOT DISTINCT (account_id, role_id, profile_id, customer_id)',
  ],
});

/** A short link to a document with a context. Its id follows from what it leads to. */
export const documentLink = relation({
  name: 'document_link',
  columns: {
    id: text,
    resource_id: references(integer, 'resource'),
    /** Whose space it leads to, or in the multi-client space whose data is shown. */
    customer_id: nullableField(references(integer, 'customer')),
    is_template: flag,
    /** The latest account that created the link, or created it again. */
    account_id: nullableField(references(integer, 'account', 'SET NULL')),
    at: instant,
    context: json<LinkedContext>(),
  },
  constraints: ['PRIMARY KEY (id)'],
  indexes: ['CREATE INDEX document_link_account ON document_link (account_id, at)'],
});

/** A version of a resource that is retained as one value. */
export const resourceVersion = relation({
  name: 'resource_version',
  columns: {
    resource_id: references(integer, 'resource'),
    /** Counts from 1 in each resource. */
    number: integer,
    author_id: nullableField(references(integer, 'account', 'SET NULL')),
    at: instant,
    /** The version that was restored; null: the resource was changed. */
    restored: nullableField(integer),
    content: json<unknown>(),
  },
  constraints: ['PRIMARY KEY (resource_id, number)'],
});

/** How a user arranges the library: not part of the resource. */
export const resourceMark = relation({
  name: 'resource_mark',
  columns: {
    account_id: references(integer, 'account'),
    resource_id: references(integer, 'resource'),
    favourite: withDefault(flag, 'false'),
    opened_at: nullableField(instant),
  },
  constraints: ['PRIMARY KEY (account_id, resource_id)'],
});

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

/** Logo and colours of the provider or of a customer, which reports and their mails show. */
export const brand = relation({
  name: 'brand',
  columns: {
    id: key,
    /** Null: of the provider. */
    customer_id: nullableField(references(integer, 'customer')),
    /** `#rrggbb`. */
    primary_color: nullableField(text),
    secondary_color: nullableField(text),
    /** Media type of the logo. */
    logo_type: nullableField(text),
    /** Pixels. */
    logo_width: nullableField(integer),
    logo_height: nullableField(integer),
    logo: nullableField(bytes),
    version: withDefault(integer, '1'),
    updated_at: withDefault(instant, 'now()'),
  },
  constraints: [
    `CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/svg+xml'))`,
    'CHECK (num_nulls(logo_type, logo_width, logo_height, logo) IN (0, 4))',
  ],
  indexes: ['CREATE UNIQUE INDEX brand_customer ON brand (coalesce(customer_id, 0))'],
});
