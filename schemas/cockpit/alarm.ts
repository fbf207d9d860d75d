import type { Operator } from '../alerting/alert.ts';
import type { Severity } from '../alerting/severity.ts';
import type { Topology } from './topology.ts';
import type { ElementKind } from '../element/kind.ts';

/** Definition of an alarm as the engine evaluates it. */
export interface AlarmDefinition {
  readonly id: number;
  readonly label: string;
  /** Key of one of the library, or of one that an administrator defined. */
  readonly kpi: string;
  /** On which elements it is decided; left out: those that the KPI of the library is of (`targetOf`). */
  readonly target?: ElementKind;
  readonly operator: Operator;
  readonly threshold: number;
  readonly severity: Severity;
  /** Raised when at least `outliers` of the last `measures` windows satisfy operator and threshold. */
  readonly outliers: number;
  readonly measures: number;
  readonly enabled: boolean;
  readonly visibility: 'everyone' | 'RESTRICTED';
  /** What it tells of where its elements are; left out: nothing. */
  readonly topology?: Topology;
  /** Customers that its cockpit is shared with, ascending; left out: every customer. */
  readonly customers?: readonly number[];
  /** In place of `threshold`; the element wins over the customer. */
  readonly byCustomer: ReadonlyMap<number, number>;
  readonly byElement: ReadonlyMap<number, number>;
}
