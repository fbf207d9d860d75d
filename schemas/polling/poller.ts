import { z } from 'zod';
import { whenValid } from '../problem/when-valid.ts';
import { counters } from '../counter/catalogue.ts';
import type { Counter, CounterKind } from '../counter/counter.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { TextParameters } from '../problem/definition.ts';
import { columnProcedures, isColumnProcedure, procedureIn, type ColumnProcedure } from './procedure.ts';
import { Line } from '../text/line.ts';

const MAX_OID_ARCS = 128;
const MAX_OID_ARC = 2 ** 32 - 1;

/** X.660: the first arc is 0, 1 or 2, the second below 40 unless the first is 2; RFC 2578 §3.5: 128 arcs of 32 bit. */
function isOid(text: string): boolean {
  if (!/^\d{1,10}(\.\d{1,10}){2,}$/.test(text)) return false;
  const arcs = text.split('.').map(Number);
  const [first = 0, second = 0] = arcs;
  return (
    arcs.length <= MAX_OID_ARCS &&
    arcs.every((arc) => arc <= MAX_OID_ARC) &&
    first <= 2 &&
    (first === 2 || second < 40)
  );
}

const OidText = z
  .string()
  .trim()
  .transform((text) => text.replace(/^\./, ''))
  .refine(isOid, { error: 'OID_INVALID' });

const ScriptText = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const name = procedureIn(text);
    if (name === undefined) context.addIssue('SCRIPT_INVALID');
    else if (!isColumnProcedure(name))
      context.addIssue({
        code: 'custom',
        message: 'SCRIPT_UNKNOWN',
        params: { name, procedures: Object.keys(columnProcedures).join(', ') },
      });
  });

/** Expected type of the agent's value (RFC 3416 §3); `text` is a number in an OCTET STRING. */
export const valueTypes = ['counter64', 'counter32', 'gauge', 'integer', 'timeTicks', 'text'] as const;
export const ValueType = z.enum(valueTypes);
export type ValueType = z.infer<typeof ValueType>;

export const EquipmentLevel = z.enum(['device', 'interface']);
export type EquipmentLevel = z.infer<typeof EquipmentLevel>;

const CounterKeyText = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, {
    error: 'KEY_INVALID',
  });

const shape = {
  name: Line.min(1, 'REQUIRED').max(100),
  active: z.boolean().default(true),
  level: EquipmentLevel,
  /** Device: one object, or with a script a column. Interface: a column, indexed by ifIndex. */
  oid: OidText,
  script: ScriptText.nullable().default(null),
  valueType: ValueType,
  /** Stored if the device lacks the object; null: nothing is stored. */
  defaultValue: z.int().min(0).nullable().default(null),
  /** The value is monotonic: its increase is measured. */
  incremental: z.boolean().default(false),
  counters: z.array(CounterKeyText).min(1, 'POLLER_COUNTER_REQUIRED'),
};

type Shape = z.infer<z.ZodObject<typeof shape>>;

/** Returns the kind of counter for the engine. */
export const counterKindOf = ({
  valueType,
  incremental,
}: Pick<Shape, 'valueType' | 'incremental'>): CounterKind => {
  if (!incremental) return 'gauge';
  return valueType === 'counter32' ? 'counter32' : 'counter64';
};

const builtIn = (key: string): Counter | undefined =>
  Object.hasOwn(counters, key) ? counters[key as keyof typeof counters] : undefined;
export const isBuiltInCounter = (key: string): boolean => builtIn(key) !== undefined;

/** Counters written by the poller: reachability and uptime. */
const reserved: ReadonlySet<string> = new Set(['poll', 'uptime']);

type FieldFault = readonly [field: keyof typeof shape, message: ProblemCode, params?: TextParameters];

/** The procedure of a script; undefined without one. */
export function knownProcedure(script: string | null): ColumnProcedure | undefined {
  const procedure = script === null ? undefined : procedureIn(script);
  return procedure !== undefined && isColumnProcedure(procedure) ? procedure : undefined;
}

type Faults<Key extends keyof Shape> = (fields: Pick<Shape, Key>) => readonly FieldFault[];

const scriptFaults: Faults<'script' | 'level'> = ({ script, level }) => {
  const name = knownProcedure(script);
  const isOfDevice = name !== undefined && columnProcedures[name].level === 'device';
  return level === 'interface' && isOfDevice ? [['script', 'SCRIPT_LEVEL', { name }]] : [];
};

const scriptedIncrementFaults: Faults<'script' | 'incremental'> = ({ script, incremental }) =>
  incremental && knownProcedure(script) !== undefined ? [['incremental', 'SCRIPT_INCREMENTAL']] : [];

const typeFaults: Faults<'incremental' | 'valueType'> = ({ incremental, valueType: type }) =>
  incremental && (type === 'text' || type === 'timeTicks')
    ? [['incremental', 'INCREMENTAL_TYPE', { valueType: type }]]
    : [];

const defaultFaults: Faults<'incremental' | 'defaultValue'> = ({ incremental, defaultValue }) =>
  incremental && defaultValue !== null ? [['defaultValue', 'INCREMENTAL_DEFAULT']] : [];

const ownCounterFaults: Faults<'counters'> = ({ counters: [key = '', ...more] }) => {
  if (more.length > 0) return [['counters', 'POLLER_COUNTERS_TOO_MANY']];
  return reserved.has(key) ? [['counters', 'COUNTER_RESERVED', { counter: key }]] : [];
};

/** Of a counter of the catalogue. */
const builtInCounterFaults: Faults<'counters' | 'level' | 'incremental' | 'valueType'> = (poller) => {
  const [key = ''] = poller.counters;
  const known = builtIn(key);
  if (known === undefined || ownCounterFaults(poller).length > 0) return [];
  const kind = counterKindOf(poller);
  if (known.element !== poller.level)
    return [['counters', 'COUNTER_LEVEL', { counter: key, level: known.element }]];
  return known.kind === kind
    ? []
    : [['counters', 'COUNTER_KIND', { counter: key, counterKind: known.kind, ownKind: kind }]];
};

type Context = z.core.$RefinementCtx;

const reportBy =
  <Key extends keyof Shape>(rule: Faults<Key>) =>
  (fields: Pick<Shape, Key>, context: Context): void => {
    for (const [field, message, params] of rule(fields))
      context.addIssue({ code: 'custom', path: [field], message, params });
  };

const { script, level, oid, incremental, valueType, defaultValue, counters: ownCounters } = shape;

/** How a poller reads a value: what a test on a device needs of a poller. */
export const PollerReading = z
  .strictObject({ level, oid, script, valueType, defaultValue })
  .superRefine(reportBy(scriptFaults), whenValid({ script, level }));
export type PollerReading = z.infer<typeof PollerReading>;

/** Whether it reads the rows of a column, not one object. */
export const readsRows = ({ level: of, script: by }: Pick<PollerReading, 'level' | 'script'>): boolean => {
  const name = knownProcedure(by);
  return of === 'interface' || (name !== undefined && columnProcedures[name].level === 'device');
};

/** A poller as an administrator enters it. */
export const PollerDefinition = z
  .strictObject(shape)
  .superRefine(reportBy(scriptFaults), whenValid({ script, level }))
  .superRefine(reportBy(scriptedIncrementFaults), whenValid({ script, incremental }))
  .superRefine(reportBy(typeFaults), whenValid({ incremental, valueType }))
  .superRefine(reportBy(defaultFaults), whenValid({ incremental, defaultValue }))
  .superRefine(reportBy(ownCounterFaults), whenValid({ counters: ownCounters }))
  .superRefine(
    reportBy(builtInCounterFaults),
    whenValid({ counters: ownCounters, level, incremental, valueType }),
  );
export type PollerDefinition = z.infer<typeof PollerDefinition>;

/** A defined poller at run time. */
export interface ActivePoller {
  readonly id: number;
  readonly name: string;
  readonly level: EquipmentLevel;
  readonly oid: string;
  readonly procedure: ColumnProcedure | undefined;
  readonly valueType: ValueType;
  readonly defaultValue: number | null;
  readonly incremental: boolean;
  /** Id of the counter in samples. */
  readonly counter: number;
}

/** Configuration of the pollers. */
export interface PollingConfiguration {
  /** Active defined pollers. */
  readonly pollers: readonly ActivePoller[];
  /** Keys of disabled built-in pollers. */
  readonly deactivated: readonly string[];
}

export const builtInPolling: PollingConfiguration = { pollers: [], deactivated: [] };

/** Ids of defined counters start here; catalogue counters are below. */
export const FIRST_DEFINED_COUNTER = 10_000;
