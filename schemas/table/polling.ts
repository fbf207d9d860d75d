import type { CounterKind } from '../counter/counter.ts';
import type { EquipmentLevel, ValueType } from '../polling/poller.ts';
import {
  bigint,
  withDefault,
  flag,
  instant,
  integer,
  key,
  nullableField,
  relation,
  text,
  textKey,
  texts,
  unique,
  uniqueIgnoringCase,
  type Field,
} from './relation.ts';

const word = <Word extends string>(inner: Field<string>) => inner as Field<Word>;

const counterKey: Field<number, true> = {
  sql: 'integer GENERATED ALWAYS AS IDENTITY (START WITH 10000 MAXVALUE 65535) PRIMARY KEY',
  optional: true,
};

/** Custom counters. A number is never reused: samples carry it after the poller is deleted. */
export const polledCounter = relation({
  name: 'polled_counter',
  columns: {
    id: counterKey,
    key: unique(text),
    kind: word<CounterKind>(text),
    element: word<EquipmentLevel>(text),
    created_at: withDefault(instant, 'now()'),
  },
});

/** Custom pollers. */
export const poller = relation({
  name: 'poller',
  columns: {
    id: key,
    name: text,
    active: withDefault(flag, 'true'),
    level: word<EquipmentLevel>(text),
    oid: text,
    script: nullableField(text),
    value_type: word<ValueType>(text),
    default_value: nullableField(bigint),
    incremental: withDefault(flag, 'false'),
    /** Keys of the catalogue or of `polled_counter`. */
    counters: texts,
    /** Incremented by each change: a save names the version it is based on. */
    version: withDefault(integer, '1'),
    updated_at: withDefault(instant, 'now()'),
    updated_by: nullableField(text),
  },
  constraints: [`CHECK (level IN ('device', 'interface'))`],
  indexes: [uniqueIgnoringCase('poller', 'name')],
});

/** Deactivated built-in pollers. */
export const deactivatedPoller = relation({
  name: 'deactivated_poller',
  columns: { key: textKey, at: withDefault(instant, 'now()'), by: nullableField(text) },
});
