import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { qosLimits } from '#schemas/limit/qos.ts';
import type { QosBasis, QosModel } from '#schemas/qos/model.ts';
import type { QosClass, QosClassDraft } from '#schemas/qos/qos-class.ts';
import { dscpText } from '#schemas/qos/dscp.ts';
import { classFaults } from '#schemas/qos/rules.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectInvalid, rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { readModel } from './read-model.ts';
import { readStoredModel, type StoredModel } from '../../shared/qos/models-in-force.ts';

/** The acting user, and the customer whose classes change. Null: those of the provider. */
interface QosActor extends Actor {
  readonly customer: number | null;
}

/** A change of the model that the caller has seen. */
interface ModelChange extends Change<QosActor> {
  readonly before: StoredModel;
}

const ofCustomer = ({ customer }: QosActor) => (customer === null ? {} : { customer });

/** Fields recorded in the audit trail. */
const snapshot = ({ name, description, colour, dscp, classMaps, queues, share }: QosClassDraft) =>
  fieldsOf({
    name,
    description,
    colour,
    share,
    queues,
    dscp: dscp.map(dscpText),
    classMaps: classMaps.map((one) => (one.vendor === '' ? one.name : `${one.vendor}: ${one.name}`)),
  });

const subjectOf = ({ actor }: ModelChange, { id, name }: Pick<QosClass, 'id' | 'name'>) => ({
  subject: 'qos',
  subjectId: id,
  subjectName: name,
  ...ofCustomer(actor),
});

const columnsOf = ({ name, description, colour, dscp, classMaps, queues, share }: QosClassDraft) => ({
  name,
  description,
  colour,
  share,
  rules: { dscp, classMaps, queues },
});

/** Throws VALIDATION with what another class of the model has. */
function rejectTaken(draft: QosClassDraft, others: readonly QosClass[]): void {
  rejectInvalid(classFaults(draft, others).map((fault) => ({ ...fault, path: `class.${fault.path}` })));
}

/** The own class of this id. Throws NOT_FOUND. */
function ownClass({ before }: ModelChange, id: number): QosClass {
  const found = before.classes.find((one) => one.id === id);
  if (found === undefined) throw new ProblemError('NOT_FOUND');
  return found;
}

/** Stores the model with its next version; the first own class of a customer comes before those of the provider. Returns its id. */
async function storeModel(
  { tx, actor, before }: ModelChange,
  basis: Exclude<QosBasis, 'provider'>,
): Promise<number> {
  const version = before.version + 1;
  if (before.id === undefined) {
    const values = { customer_id: actor.customer, basis, version };
    return (await tx.insertInto('qos_model').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }
  await tx.updateTable('qos_model').set({ basis, version }).where('id', '=', before.id).execute();
  return before.id;
}

const storedBasis = ({ basis }: StoredModel): Exclude<QosBasis, 'provider'> =>
  basis === 'provider' ? 'extended' : basis;

async function insertClasses(
  { tx, before }: ModelChange,
  model: number,
  drafts: readonly QosClassDraft[],
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  if (before.classes.length + drafts.length > qosLimits.maxClasses)
    throw new ProblemError('QOS_MAXIMUM_REACHED', { params: { max: qosLimits.maxClasses } });
  if (drafts.length === 0) return [];
  const first = before.classes.length;
  return tx
    .insertInto('qos_class')
    .values(drafts.map((draft, at) => ({ ...columnsOf(draft), model_id: model, sort_order: first + at + 1 })))
    .returning(['id', 'name'])
    .execute();
}

async function setOrder({ tx }: ModelChange, ids: readonly number[]): Promise<void> {
  const places = ids.map((_, at) => at + 1);
  await sql`UPDATE qos_class SET sort_order = moved.place
    FROM unnest(${ids}::integer[], ${places}::integer[]) AS moved (id, place)
    WHERE qos_class.id = moved.id`.execute(tx);
}

/** Classes of the provider that are copied into own ones: those without an own class of their name. */
async function copiesFor({ tx, before }: ModelChange): Promise<readonly QosClassDraft[]> {
  const names = new Set(before.classes.map(({ name }) => name.toLowerCase()));
  const provided = (await readStoredModel(tx, null)).classes;
  return provided
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map(({ id: _id, owner: _owner, ...draft }) => draft);
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'class.name' } as const;

interface QosRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

interface VersionedClass {
  readonly class: QosClassDraft;
  readonly version: number;
}

/** Classes of service of the provider and of customers. */
export class QosRepository {
  readonly #needs: QosRepositoryNeeds;

  constructor(needs: QosRepositoryNeeds) {
    this.#needs = needs;
  }

  read(actor: Pick<QosActor, 'caller' | 'customer'>): Promise<QosModel> {
    return readModel(this.#needs.db, actor.caller, actor.customer);
  }

  /** Throws VALIDATION, QOS_MAXIMUM_REACHED, CONFLICT. */
  create({ class: draft, version }: VersionedClass, actor: QosActor): Promise<QosModel> {
    return this.#change(actor, version, async (change) => {
      rejectTaken(draft, change.before.classes);
      const model = await storeModel(change, storedBasis(change.before));
      const created = await insertClasses(change, model, [draft]);
      for (const one of created)
        await change.record({
          action: 'qos.create',
          ...subjectOf(change, one),
          after: snapshot(draft),
        });
    });
  }

  /** Throws VALIDATION, NOT_FOUND, CONFLICT. */
  update(id: number, { class: draft, version }: VersionedClass, actor: QosActor): Promise<QosModel> {
    return this.#change(actor, version, async (change) => {
      const stored = ownClass(change, id);
      rejectTaken(
        draft,
        change.before.classes.filter((one) => one.id !== id),
      );
      await storeModel(change, storedBasis(change.before));
      await change.tx.updateTable('qos_class').set(columnsOf(draft)).where('id', '=', id).execute();
      await change.record({
        action: 'qos.update',
        ...subjectOf(change, { id, name: draft.name }),
        before: snapshot(stored),
        after: snapshot(draft),
      });
    });
  }

  /** Throws NOT_FOUND, CONFLICT. */
  delete(id: number, version: number, actor: QosActor): Promise<QosModel> {
    return this.#change(actor, version, async (change) => {
      const stored = ownClass(change, id);
      await storeModel(change, storedBasis(change.before));
      await change.tx.deleteFrom('qos_class').where('id', '=', id).execute();
      await change.record({ action: 'qos.delete', ...subjectOf(change, stored), before: snapshot(stored) });
    });
  }

  /** Throws NOT_FOUND for a class that is not an own one, CONFLICT for an order that does not name each once. */
  reorder(
    { order, version }: { readonly order: readonly number[]; readonly version: number },
    actor: QosActor,
  ): Promise<QosModel> {
    return this.#change(actor, version, async (change) => {
      const { classes } = change.before;
      const after = order.map((id) => ownClass(change, id));
      if (new Set(order).size !== classes.length || order.length !== classes.length)
        throw new ProblemError('CONFLICT');
      await storeModel(change, storedBasis(change.before));
      await setOrder(change, order);
      const names = (list: readonly QosClass[]) => ({ order: list.map(({ name }) => name) });
      await change.record({
        action: 'qos.reorder',
        subject: 'qos',
        ...ofCustomer(actor),
        before: names(classes),
        after: names(after),
      });
    });
  }

  /** Throws CONFLICT, QOS_MAXIMUM_REACHED. */
  updateBasis(
    { basis, copy, version }: { readonly basis: QosBasis; readonly copy: boolean; readonly version: number },
    actor: QosActor,
  ): Promise<QosModel> {
    return this.#change(actor, version, async (change) => {
      const { before, tx } = change;
      const copies = basis === 'own' && copy ? await copiesFor(change) : [];
      if (basis !== 'provider') {
        await insertClasses(change, await storeModel(change, basis), copies);
      } else if (before.id !== undefined) {
        await tx.deleteFrom('qos_model').where('id', '=', before.id).execute();
      }
      const state = (of: QosBasis, classes: readonly { readonly name: string }[]) => ({
        basis: of,
        classes: classes.map(({ name }) => name),
      });
      await change.record({
        action: 'qos.basis',
        subject: 'qos',
        ...ofCustomer(actor),
        before: state(before.basis, before.classes),
        after: state(basis, basis === 'provider' ? [] : [...before.classes, ...copies]),
      });
    });
  }

  /** Runs a change of the model that the caller has seen, one after the other, and returns the model after it. */
  async #change(
    actor: QosActor,
    version: number,
    run: (change: ModelChange) => Promise<void>,
  ): Promise<QosModel> {
    return transact(this.#needs, actor, saving, async (change) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('qos_model'))`.execute(change.tx);
      const before = await readStoredModel(change.tx, actor.customer);
      rejectStale(before.version, version);
      await run({ ...change, before });
      return readModel(change.tx, actor.caller, actor.customer);
    });
  }
}
