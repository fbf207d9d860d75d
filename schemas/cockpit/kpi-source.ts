import type { KpiFacts } from '../kpi/directory.ts';
import type { CounterScope } from '../kpi/kpi.ts';

/**
 * How what a formula reads comes in. The counters of an element are collected in one way: polled by SNMP, or told by the
 * controller of its vendor. The engine places every element in one source for that reason. Flow export and IP SLA probes go on beside either.
 */
const ways = {
  snmp: 'collected',
  vmanage: 'collected',
  nuage: 'collected',
  fortinet: 'collected',
  flow: 'exported',
  ipsla: 'probed',
} as const satisfies Record<CounterScope, string>;

/**
 * Whether a KPI is registered on several alternatives: it has formulas that one element could satisfy at the same time, such as
 * one over flows beside one over collected counters. Its measure would be either of two values, and an alarm undecided.
 * Formulas of several vendors are none: an element has one of them.
 */
export const hasAlternatives = ({ scopes }: Pick<KpiFacts, 'scopes'>): boolean =>
  new Set(scopes.map((scope) => ways[scope])).size > 1;
