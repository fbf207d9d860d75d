import type { ElementKind } from '../element/kind.ts';
import type { QuantityKind, Over } from '../kpi/algebra/quantity.ts';
import type { Aggregation, Strategy } from '../kpi/kpi.ts';
import type { CounterScope } from '../counter/scope.ts';
import type { Unit } from '../unit/unit.ts';
import {
  withDefault,
  instant,
  integer,
  json,
  nullableField,
  relation,
  text,
  unique,
  type Field,
} from './relation.ts';

const word = <Word extends string>() => text as Field<Word>;

/** Lower numbers belong to the library; `measures.kpi` has 16 bits. */
const numberKey: Field<number, true> = {
  sql: 'integer GENERATED ALWAYS AS IDENTITY (START WITH 10000 MAXVALUE 65535) PRIMARY KEY',
  optional: true,
};

/** Custom KPIs. A number is never reused: measures carry it after the KPI is deleted. */
export const kpiDefinition = relation({
  name: 'kpi_definition',
  columns: {
    id: numberKey,
    key: unique(text),
    name_en: text,
    name_fr: text,
    unit: word<Unit>(),
    element: word<ElementKind>(),
    kind: word<QuantityKind>(),
    aggregation: word<Aggregation>(),
    /** Null: that of its kind. */
    over: nullableField(word<Over>()),
    strategy: word<Strategy>(),
    /** Formula by scope. */
    formulas: json<Readonly<Partial<Record<CounterScope, string>>>>(),
    /** Incremented by each change: a save names the version it is based on. */
    version: withDefault(integer, '1'),
    updated_at: withDefault(instant, 'now()'),
    updated_by: nullableField(text),
  },
});

/**
 * Formulas in the place of those of library KPIs. A reset keeps the row without a formula: versions continue, so that a save from before
 * it is a CONFLICT.
 */
export const kpiOverride = relation({
  name: 'kpi_override',
  columns: {
    /** Key of the library KPI. */
    kpi: text,
    scope: word<CounterScope>(),
    formula: nullableField(text),
    version: withDefault(integer, '1'),
    updated_at: withDefault(instant, 'now()'),
    updated_by: nullableField(text),
  },
  constraints: ['PRIMARY KEY (kpi, scope)'],
});
