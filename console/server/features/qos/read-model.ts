import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { qosLimits } from '#schemas/limit/qos.ts';
import type { QosModel } from '#schemas/qos/model.ts';
import { effectiveClasses } from '#schemas/qos/rules.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { readStoredModel } from '../../shared/qos/models-in-force.ts';

type Reader = Db | Tx;

/** The customers with own classes that the caller sees, in the order of their names. */
async function readOwnCustomers(db: Reader, caller: Caller): Promise<QosModel['customers']> {
  const rows = await db
    .selectFrom('qos_model')
    .innerJoin('customer', 'customer.id', 'qos_model.customer_id')
    .select(['customer.id', 'customer.name', 'qos_model.basis'])
    .orderBy('customer.name', asNames)
    .execute();
  return rows.filter(({ id }) => caller.customers.has(id));
}

/** The model of a customer, or of the provider, as the caller sees it. */
export async function readModel(db: Reader, caller: Caller, customer: number | null): Promise<QosModel> {
  const own = await readStoredModel(db, customer);
  const { basis, version } = own;
  return {
    basis,
    version,
    classes:
      customer === null
        ? [...own.classes]
        : [...effectiveClasses(basis, own.classes, (await readStoredModel(db, null)).classes)],
    customers: customer === null ? await readOwnCustomers(db, caller) : [],
    max: qosLimits.maxClasses,
  };
}
