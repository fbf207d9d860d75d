import type { Db } from '#platform/postgres/postgres.ts';
import { qosLimits } from '#schemas/limit/qos.ts';
import type { QosBasis, QosModel } from '#schemas/qos/model.ts';
import type { QosClass, QosOwner } from '#schemas/qos/qos-class.ts';
import { effectiveClasses } from '#schemas/qos/rules.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

type Reader = Db | Tx;

/** The own classes of a customer, or of the provider. */
export interface StoredModel {
  /** Undefined: nothing was ever stored. */
  readonly id: number | undefined;
  readonly basis: QosBasis;
  readonly version: number;
  readonly classes: readonly QosClass[];
}

const basisWithout = (customer: number | null): QosBasis => (customer === null ? 'own' : 'provider');

/** What a customer, or null for the provider, has of its own. */
export async function readStoredModel(db: Reader, customer: number | null): Promise<StoredModel> {
  const model = await db
    .selectFrom('qos_model')
    .selectAll()
    .where('customer_id', customer === null ? 'is' : '=', customer)
    .executeTakeFirst();
  if (model === undefined) return { id: undefined, basis: basisWithout(customer), version: 0, classes: [] };
  const rows = await db
    .selectFrom('qos_class')
    .selectAll()
    .where('model_id', '=', model.id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  const owner: QosOwner = customer === null ? 'provider' : 'customer';
  const classes = rows.map(({ model_id: _model, sort_order: _order, rules, ...row }) => ({
    ...row,
    ...rules,
    owner,
  }));
  return { id: model.id, basis: model.basis, version: model.version, classes };
}

/** The classes in force for a customer, in matching order. */
export async function readClassesInForce(db: Reader, customer: number): Promise<readonly QosClass[]> {
  const own = await readStoredModel(db, customer);
  if (own.basis === 'own') return own.classes;
  return effectiveClasses(own.basis, own.classes, (await readStoredModel(db, null)).classes);
}

/** The customers with own classes that the caller sees, in the order of their names. */
async function readOwnCustomers(db: Reader, caller: Caller): Promise<QosModel['customers']> {
  const rows = await db
    .selectFrom('qos_model')
    .innerJoin('customer', 'customer.id', 'qos_model.customer_id')
    .select(['customer.id', 'customer.name', 'qos_model.basis'])
    .orderBy('customer.name')
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
