import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { resourceContent } from '#schemas/resource/content.ts';
import { hold } from '../configuration/hold.ts';
import type { Held, HoldNeeds } from '../configuration/hold.ts';
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

/** Every custom application with the setting of whose are tried first. One whose attributes cannot be read is left out. */
export async function loadApplications(db: Db): Promise<ApplicationDictionary> {
  const [rows, setting, reached] = await Promise.all([
    readRows(db),
    db.selectFrom('setting').select('value').where('name', '=', PRECEDENCE_SETTING).executeTakeFirst(),
    readReached(db, 'application'),
  ]);
  return {
    precedence: setting?.value === 'customer' ? 'customer' : 'provider',
    applications: rows.flatMap(({ id, name, customer_id, sort_order, active, attributes, resource_id }) => {
      const parsed = resourceContent.application.safeParse(attributes);
      if (!parsed.success) return [];
      const customer = customer_id ?? undefined;
      const sharedWith = reached.has(resource_id) ? reached.get(resource_id) : [];
      const shared = customer !== undefined || sharedWith === undefined ? {} : { sharedWith };
      return [{ id, name, customer, order: sort_order, active, attributes: parsed.data, ...shared }];
    }),
  };
}

/** The dictionary of custom applications, live. */
export const holdApplications = (
  needs: HoldNeeds & { readonly db: Db },
): Promise<Held<ApplicationDictionary>> =>
  hold(needs, {
    // Whom a profile stands for is told as a change of the inventory.
    entity: ['application', 'inventory'],
    read: () => loadApplications(needs.db),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });
