import type { QosBasis } from '../qos/model.ts';
import type { QosClass, QosColour } from '../qos/qos-class.ts';
import {
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  uniqueIgnoringCase,
  withDefault,
  type Field,
} from './relation.ts';

const word = <Word extends string>(inner: Field<string>) => inner as Field<Word>;

/** The model of the provider, and of each customer with classes of its own (docs/adr/0051-models-of-classes-of-service.md). */
export const qosModel = relation({
  name: 'qos_model',
  columns: {
    id: key,
    /** Null: the provider. */
    customer_id: nullableField(references(integer, 'customer')),
    basis: word<Exclude<QosBasis, 'provider'>>(text),
    version: withDefault(integer, '1'),
  },
  constraints: [`CHECK (basis IN ('extended', 'own'))`, 'UNIQUE NULLS NOT DISTINCT (customer_id)'],
});

/** A class of service of a model. */
export const qosClass = relation({
  name: 'qos_class',
  columns: {
    id: key,
    model_id: references(integer, 'qos_model'),
    name: text,
    description: withDefault(text, "''"),
    colour: word<QosColour>(text),
    /** Position in the model: lower ones match first. */
    sort_order: integer,
    rules: json<Pick<QosClass, 'dscp' | 'classMaps' | 'queues'>>(),
    share: nullableField(integer),
  },
  constraints: ['CHECK (share BETWEEN 0 AND 100)'],
  indexes: [uniqueIgnoringCase('qos_class', 'name', { within: ['model_id'] })],
});
