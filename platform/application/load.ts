import type { ApplicationDefinition, ApplicationDictionary } from '#schemas/application/definition.ts';
import { resourceContent } from '#schemas/resource/resource.ts';
import { watchConfig, type LiveValue, type LiveConfigNeeds } from '../live-config/watch-config.ts';
import { stampedReading } from '../live-config/stamped-reading.ts';
import type { Db } from '../postgres/postgres.ts';
import { readReached } from '../resource/reached-customers.ts';

/** Name of the setting with an `ApplicationPrecedence`. */
export const PRECEDENCE_SETTING = 'application.precedence';

const readRows = (db: Db) =>
  db
    .selectFrom('custom_application as application')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['application.id', 'name', 'customer_id', 'sort_order', 'active', 'attributes', 'resource_id'])
    // Every user of a customer sees its flows: private applications recognise none.
    .where('visibility', '<>', 'private')
    .orderBy('application.id')
    .execute();

/** Definitions of customers in place of applications of the provider. */
const readOverrides = (db: Db) =>
  db
    .selectFrom('application_override as override')
    .innerJoin('custom_application as application', 'application.id', 'application_id')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['application.id', 'name', 'override.customer_id', 'sort_order', 'resource_id'])
    .select(['override.active', 'override.attributes'])
    .where('resource.customer_id', 'is', null)
    .orderBy('application.id')
    .orderBy('override.customer_id')
    .execute();

interface Row extends Omit<Awaited<ReturnType<typeof readRows>>[number], 'customer_id'> {
  readonly customer_id: number | null;
  readonly overrides?: true;
}

/** A row is the same as long as its application is, and the customer that overrides it. */
const keyOf = ({ id, customer_id, overrides }: Row): string =>
  overrides === true ? `${String(id)}.${String(customer_id)}` : String(id);

/** Rows processed in one slice: some milliseconds. */
const ROWS_PER_SLICE = 1_000;

/** An application as it was read, with its source texts. */
interface Read {
  readonly attributesText: string;
  readonly text: string;
  readonly definition: ApplicationDefinition;
}

/** Returns the previous attributes when they are equal; undefined when they cannot be read. */
function attributesOf({ attributes }: Row, text: string, before: Read | undefined) {
  if (before?.attributesText === text) return before.definition.attributes;
  const parsed = resourceContent.application.safeParse(attributes);
  return parsed.success ? parsed.data : undefined;
}

/** Returns undefined when the attributes cannot be read. */
function readOf(
  row: Row,
  sharedWith: readonly number[] | undefined,
  before: Read | undefined,
): Read | undefined {
  const { id, name, customer_id, sort_order, active, overrides } = row;
  const attributesText = JSON.stringify(row.attributes);
  const text = JSON.stringify([name, customer_id, sort_order, active, sharedWith, attributesText]);
  if (before?.text === text) return before;
  const attributes = attributesOf(row, attributesText, before);
  if (attributes === undefined) return undefined;
  const customer = customer_id ?? undefined;
  const shared = customer !== undefined || sharedWith === undefined ? {} : { sharedWith };
  const own = { id, name, customer, order: sort_order, active, attributes };
  const definition = { ...own, ...shared, ...(overrides === true ? { overrides } : {}) };
  return { attributesText, text, definition };
}

/**
 * Reads every custom application and the precedence setting. Applications with unreadable attributes are left out. An unchanged
 * application stays the same object, so that consumers see what they must recompile.
 */
function applicationReader(pause: () => Promise<void>): (db: Db) => Promise<ApplicationDictionary> {
  let known = new Map<string, Read>();
  return async (db) => {
    const [defined, overrides, setting, reached] = await Promise.all([
      readRows(db),
      readOverrides(db),
      db.selectFrom('setting').select('value').where('name', '=', PRECEDENCE_SETTING).executeTakeFirst(),
      readReached(db, 'application'),
    ]);
    const rows: readonly Row[] = [
      ...defined,
      ...overrides.map((row) => ({ ...row, overrides: true as const })),
    ];
    const found = new Map<string, Read>();
    for (const [at, row] of rows.entries()) {
      if (at % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await pause();
      const { resource_id } = row;
      const key = keyOf(row);
      const read = readOf(row, reached.has(resource_id) ? reached.get(resource_id) : [], known.get(key));
      if (read !== undefined) found.set(key, read);
    }
    known = found;
    return {
      precedence: setting?.value === 'customer' ? 'customer' : 'provider',
      applications: Array.from(found.values(), ({ definition }) => definition),
    };
  };
}

const isSame = (one: ApplicationDictionary, other: ApplicationDictionary): boolean =>
  one.precedence === other.precedence &&
  one.applications.length === other.applications.length &&
  one.applications.every((application, at) => application === other.applications[at]);

/** The live dictionary of custom applications. */
export const watchApplications = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<ApplicationDictionary>> =>
  watchConfig(needs, {
    // A change of the customers of a profile is announced as a change of the inventory.
    entity: ['application', 'inventory'],
    ...stampedReading(
      needs.db,
      applicationReader(() => needs.clock.wait(0)),
    ),
    same: isSame,
  });
