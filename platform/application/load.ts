import type { ApplicationDefinition, ApplicationDictionary } from '#schemas/application/definition.ts';
import { resourceContent } from '#schemas/resource/content.ts';
import { watchConfig } from '../live-config/watch-config.ts';
import type { LiveValue, LiveConfigNeeds } from '../live-config/watch-config.ts';
import { stampedReading } from '../live-config/stamped-reading.ts';
import type { Db } from '../postgres/postgres.ts';
import { readReached } from '../resource/reached-customers.ts';

/** Name of the setting; its value is an `ApplicationPrecedence`. */
export const PRECEDENCE_SETTING = 'application.precedence';

const readRows = (db: Db) =>
  db
    .selectFrom('custom_application as application')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['application.id', 'name', 'customer_id', 'sort_order', 'active', 'attributes', 'resource_id'])
    // Flows are everybody's who sees the customer: what is private recognises none.
    .where('visibility', '<>', 'private')
    .orderBy('application.id')
    .execute();

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Rows that are looked at in one go: some milliseconds. */
const AT_ONCE = 1_000;

/** What was read of an application, with the texts that it was made of. */
interface Read {
  readonly attributesText: string;
  readonly text: string;
  readonly definition: ApplicationDefinition;
}

/** As they were read before when they say the same; undefined when they cannot be read. */
function attributesOf({ attributes }: Row, text: string, before: Read | undefined) {
  if (before?.attributesText === text) return before.definition.attributes;
  const parsed = resourceContent.application.safeParse(attributes);
  return parsed.success ? parsed.data : undefined;
}

/** Undefined when its attributes cannot be read. */
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
 * Reads every custom application with the setting of whose are tried first. One whose attributes cannot be read is left out.
 * What is as at the reading before stays the same object, so that who makes something of it sees what is to be made anew.
 */
function applicationReader(turn: () => Promise<void>): (db: Db) => Promise<ApplicationDictionary> {
  let known = new Map<number, Read>();
  return async (db) => {
    const [rows, setting, reached] = await Promise.all([
      readRows(db),
      db.selectFrom('setting').select('value').where('name', '=', PRECEDENCE_SETTING).executeTakeFirst(),
      readReached(db, 'application'),
    ]);
    const found = new Map<number, Read>();
    for (const [at, row] of rows.entries()) {
      if (at % AT_ONCE === AT_ONCE - 1) await turn();
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

/** The dictionary of custom applications, live. */
export const watchApplications = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<ApplicationDictionary>> =>
  watchConfig(needs, {
    // Whom a profile stands for is told as a change of the inventory.
    entity: ['application', 'inventory'],
    ...stampedReading(
      needs.db,
      applicationReader(() => needs.clock.wait(0)),
    ),
    same: isSame,
  });
