import type { ApplicationDefinition, ApplicationDictionary } from '#schemas/application/definition.ts';
import { resourceContent } from '#schemas/resource/resource.ts';
import { watchConfig } from '../live-config/watch-config.ts';
import type { LiveValue, LiveConfigNeeds } from '../live-config/watch-config.ts';
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

type Row = Awaited<ReturnType<typeof readRows>>[number];

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
  const { id, name, customer_id, sort_order, active } = row;
  const attributesText = JSON.stringify(row.attributes);
  const text = JSON.stringify([name, customer_id, sort_order, active, sharedWith, attributesText]);
  if (before?.text === text) return before;
  const attributes = attributesOf(row, attributesText, before);
  if (attributes === undefined) return undefined;
  const customer = customer_id ?? undefined;
  const shared = customer !== undefined || sharedWith === undefined ? {} : { sharedWith };
  const definition = { id, name, customer, order: sort_order, active, attributes, ...shared };
  return { attributesText, text, definition };
}

/**
 * Reads every custom application and the precedence setting. Applications with unreadable attributes are left out. An unchanged
 * application stays the same object, so that consumers see what they must recompile.
 */
function applicationReader(pause: () => Promise<void>): (db: Db) => Promise<ApplicationDictionary> {
  let known = new Map<number, Read>();
  return async (db) => {
    const [rows, setting, reached] = await Promise.all([
      readRows(db),
      db.selectFrom('setting').select('value').where('name', '=', PRECEDENCE_SETTING).executeTakeFirst(),
      readReached(db, 'application'),
    ]);
    const found = new Map<number, Read>();
    for (const [at, row] of rows.entries()) {
      if (at % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await pause();
      const { id, resource_id } = row;
      const read = readOf(row, reached.has(resource_id) ? reached.get(resource_id) : [], known.get(id));
      if (read !== undefined) found.set(id, read);
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
