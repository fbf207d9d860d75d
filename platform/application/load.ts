import { ApplicationAttributes } from '#schemas/application/definition.ts';
import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { hold } from '../configuration/hold.ts';
import type { Held, HoldNeeds } from '../configuration/hold.ts';
import type { Db } from '../postgres/postgres.ts';

/** Name of the setting; its value is an `ApplicationPrecedence`. */
const PRECEDENCE = 'application.precedence';

/** Every custom application with the setting of whose are tried first. One whose attributes cannot be read is left out. */
export async function loadApplications(db: Db): Promise<ApplicationDictionary> {
  const [rows, setting] = await Promise.all([
    db.selectFrom('custom_application').selectAll().orderBy('id').execute(),
    db.selectFrom('setting').select('value').where('name', '=', PRECEDENCE).executeTakeFirst(),
  ]);
  return {
    precedence: setting?.value === 'customer' ? 'customer' : 'provider',
    applications: rows.flatMap(({ id, name, customer_id, sort_order, activated, attributes }) => {
      const parsed = ApplicationAttributes.safeParse(attributes);
      if (!parsed.success) return [];
      const customer = customer_id ?? undefined;
      return [{ id, name, customer, order: sort_order, active: activated, attributes: parsed.data }];
    }),
  };
}

/** The dictionary of custom applications, live. */
export const holdApplications = (
  needs: HoldNeeds & { readonly db: Db },
): Promise<Held<ApplicationDictionary>> =>
  hold(needs, {
    entity: 'application',
    read: () => loadApplications(needs.db),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });
