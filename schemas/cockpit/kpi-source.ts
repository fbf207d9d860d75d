import type { KpiFacts } from '../kpi/directory.ts';
import type { CounterScope } from '../counter/scope.ts';

/**
 * Source of the counters of a formula. An element is collected either by SNMP or by the controller of its vendor, so the engine
 * assigns every element to one source. Flow export and IP SLA probes are independent of it.
 */
const collectionMethods = {
  snmp: 'collected',
  vmanage: 'collected',
  nuage: 'collected',
  fortinet: 'collected',
  flow: 'exported',
  ipsla: 'probed',
} as const satisfies Record<CounterScope, string>;

/**
 * Whether a KPI has alternative formulas that apply to one element at the same time, such as one over flows and one over polled
 * counters. Its measure would be ambiguous for an alarm. Formulas of several vendors are no alternatives: an element belongs to
 * one vendor.
 */
export const hasAlternatives = ({ scopes }: Pick<KpiFacts, 'scopes'>): boolean =>
  new Set(scopes.map((scope) => collectionMethods[scope])).size > 1;
