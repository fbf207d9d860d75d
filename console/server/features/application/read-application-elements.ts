import type { Db } from '#platform/postgres/postgres.ts';
import { customApplicationOf } from '#schemas/application/application-name.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { TWO_32 } from '#schemas/number.ts';

/** The custom application of each flow target, at the sites that the caller sees. */
export async function readApplicationElements(
  db: Db,
  caller: Caller,
  customer: number,
): Promise<ReadonlyMap<number, number>> {
  const seen = sitesSeenBy(caller, customer);
  const rows = await db
    .selectFrom('flow_target as target')
    .innerJoin('network_element as element', 'element.id', 'target.id')
    .select(['target.id', 'target.site_id', 'target.detail'])
    .where('element.customer_id', '=', customer)
    .where('target.kind', '=', 'application')
    .where('target.detail', '>=', CUSTOM_ENGINE * TWO_32)
    .where('target.detail', '<', (CUSTOM_ENGINE + 1) * TWO_32)
    .execute();
  return new Map(
    rows.flatMap(({ id, site_id, detail }) => {
      const application = customApplicationOf(detail);
      return application === undefined || seen?.has(site_id) === false ? [] : [[id, application] as const];
    }),
  );
}
