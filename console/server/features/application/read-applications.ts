import { createHash } from 'node:crypto';
import type { Db } from '#platform/postgres/postgres.ts';
import { PRECEDENCE_SETTING } from '#platform/application/load.ts';
import type { ApplicationEntry, ApplicationList } from '#schemas/application/application.ts';
import { accessTo, canSeeShared, type Viewer } from '#schemas/resource/access.ts';
import { resourceContent } from '#schemas/resource/resource.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { overriddenEntry, readOverriders, readOverrides } from './read-overrides.ts';
import {
  placedFor,
  readStoredResources,
  type StoredResource,
} from '../../shared/resource/stored-resource.ts';

type Reader = Db | Tx;

const readContents = (db: Reader) =>
  db
    .selectFrom('custom_application')
    .select(['id', 'category', 'sort_order', 'attributes', 'resource_id'])
    .execute();
type ApplicationContent = Awaited<ReturnType<typeof readContents>>[number];

/** A custom application as stored. */
export interface StoredApplication {
  readonly stored: StoredResource;
  readonly content: ApplicationContent;
}

/** Every custom application in matching order, without access checks. */
export async function readStoredApplications(db: Reader): Promise<StoredApplication[]> {
  const contents = new Map((await readContents(db)).map((content) => [content.resource_id, content]));
  return (await readStoredResources(db, 'application'))
    .flatMap((stored) => {
      const content = contents.get(stored.id);
      return content === undefined ? [] : [{ stored, content }];
    })
    .sort(
      (one, other) => one.content.sort_order - other.content.sort_order || one.content.id - other.content.id,
    );
}

/** Empty for attributes that do not parse: collectors leave such an application out too. */
export function shownApplication(
  viewer: Viewer,
  { stored, content }: StoredApplication,
  overriddenBy: ApplicationEntry['overriddenBy'] = [],
): ApplicationEntry[] {
  const attributes = resourceContent.application.safeParse(content.attributes);
  if (!attributes.success) return [];
  const { id, category } = content;
  const isProvided = stored.customer === null;
  return [
    {
      ...placedFor(viewer, stored),
      id,
      category,
      attributes: attributes.data,
      type: isProvided ? 'provider' : 'customer',
      state: isProvided ? 'not-overridden' : 'custom',
      override: null,
      overriddenBy,
    },
  ];
}

export async function readPrecedence(db: Reader): Promise<ApplicationList['precedence']> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', PRECEDENCE_SETTING)
    .executeTakeFirst();
  return row?.value === 'customer' ? 'customer' : 'provider';
}

/** The applications of a customer with those that the provider shares with it, or those of the provider, as far as the viewer may see them. */
export async function readApplicationList(
  db: Reader,
  viewer: Viewer,
  customer: number | null,
): Promise<Omit<ApplicationList, 'max'>> {
  const [all, precedence] = [await readStoredApplications(db), await readPrecedence(db)];
  const visible = all.filter(({ stored }) => stored.customer === customer && accessTo(stored, viewer).read);
  const overriders = customer === null ? await readOverriders(db, viewer) : undefined;
  const own = visible.flatMap((one) => shownApplication(viewer, one, overriders?.get(one.content.id)));
  const shared = customer === null ? [] : await readSharedEntries(db, { all, viewer, customer });
  return {
    applications: precedence === 'provider' ? [...shared, ...own] : [...own, ...shared],
    orderVersion: orderVersionOf(own),
    precedence,
  };
}

/** Those that the provider shares with a customer, as the customer has them. */
async function readSharedEntries(
  db: Reader,
  { all, viewer, customer }: { all: StoredApplication[]; viewer: Viewer; customer: number },
): Promise<ApplicationEntry[]> {
  const overrides = await readOverrides(db, customer);
  const shared = await sharedWith(db, { all, viewer, customer });
  return shared
    .flatMap((one) => shownApplication(viewer, one))
    .map((entry) => overriddenEntry(entry, overrides.get(entry.id)));
}

async function sharedWith(
  db: Reader,
  { all, viewer, customer }: { all: StoredApplication[]; viewer: Viewer; customer: number },
): Promise<StoredApplication[]> {
  const { profile_id: profile } = await db
    .selectFrom('customer')
    .select('profile_id')
    .where('id', '=', customer)
    .executeTakeFirstOrThrow();
  return all.filter(({ stored }) => canSeeShared(stored, { id: customer, profile }, viewer));
}

const LENGTH = 16;

/** Changes with the order of the applications that the reader may change, and with which these are. */
export const orderVersionOf = (own: readonly Pick<ApplicationEntry, 'id' | 'edit'>[]): string =>
  createHash('sha256')
    .update(own.flatMap(({ id, edit }) => (edit === 'nowhere' ? [] : [id])).join(' '))
    .digest('hex')
    .slice(0, LENGTH);
