import type { Db } from '#platform/postgres/postgres.ts';
import type { QosBasis } from '#schemas/qos/model.ts';
import type { QosClass, QosOwner } from '#schemas/qos/qos-class.ts';
import type { qosClass } from '#schemas/table/qos.ts';
import type { Row } from '#schemas/table/relation.ts';
import { effectiveClasses } from '#schemas/qos/rules.ts';
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

const classOfRow =
  (owner: QosOwner) =>
  ({ model_id: _model, sort_order: _order, rules, ...row }: Row<typeof qosClass>): QosClass => ({
    ...row,
    ...rules,
    owner,
  });

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
  const classes = rows.map(classOfRow(customer === null ? 'provider' : 'customer'));
  return { id: model.id, basis: model.basis, version: model.version, classes };
}

/** The classes in force for a customer, in matching order. */
export async function readClassesInForce(db: Reader, customer: number): Promise<readonly QosClass[]> {
  const own = await readStoredModel(db, customer);
  if (own.basis === 'own') return own.classes;
  return effectiveClasses(own.basis, own.classes, (await readStoredModel(db, null)).classes);
}

/** The classes in force for a customer, and where they come from. */
export interface ModelInForce {
  readonly basis: QosBasis;
  readonly classes: readonly QosClass[];
}

export interface ModelsInForce {
  /** By customer. */
  readonly models: ReadonlyMap<number, ModelInForce>;
  /** Another one after each change of a model. */
  readonly stamp: string;
}

/** The classes in force for each of several customers. */
export async function readModelsInForce(db: Reader, customers: readonly number[]): Promise<ModelsInForce> {
  const { id: first = 0, version, classes: provided } = await readStoredModel(db, null);
  const own = await db.selectFrom('qos_model').selectAll().where('customer_id', 'is not', null).execute();
  const rows = await db.selectFrom('qos_class').selectAll().orderBy('sort_order').orderBy('id').execute();
  const byModel = Map.groupBy(rows, (row) => row.model_id);
  const models = new Map<number, ModelInForce>(
    customers.map((customer) => [customer, { basis: 'provider', classes: provided }]),
  );
  const versions = [`${String(first)}.${String(version)}`];
  for (const { id, customer_id: customer, basis, version: its } of own) {
    if (customer === null || !models.has(customer)) continue;
    const classes = (byModel.get(id) ?? []).map(classOfRow('customer'));
    models.set(customer, { basis, classes: effectiveClasses(basis, classes, provided) });
    versions.push(`${String(id)}.${String(its)}`);
  }
  return { models, stamp: versions.toSorted().join() };
}
