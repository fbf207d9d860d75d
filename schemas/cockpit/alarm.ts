import type { Operator } from '../alerting/alert.ts';
import type { Severity } from '../alerting/severity.ts';
import type { Topology } from './topology.ts';
import type { ElementKind } from '../element/kind.ts';
import type { SeverityLevels } from './level/severity-levels.ts';

/** Definition of an alarm as the engine evaluates it. */
export interface AlarmDefinition {
  readonly id: number;
  readonly label: string;
  /** Key of a library KPI or a defined KPI. */
  readonly kpi: string;
  /** Kind of element it is evaluated on; absent: that of the KPI (`alarmTargetOf`). */
  readonly target?: ElementKind;
  readonly operator: Operator;
  readonly threshold: number;
  /** When raised. */
  readonly severity: Severity;
  /** Absent: its severity does not change while it runs. */
  readonly levels?: SeverityLevels;
  /** Raised when at least `outliers` of the last `measures` windows satisfy operator and threshold. */
  readonly outliers: number;
  readonly measures: number;
  /** See `clearing.ts`; absent: as the rule decides, without hold times. */
  readonly clearAfter?: number;
  readonly noDataMinutes?: number;
  readonly acknowledgementMinutes?: number;
  readonly enabled: boolean;
  readonly visibility: 'everyone' | 'RESTRICTED';
  /** Locations shown with its elements; absent: none. */
  readonly topology?: Topology;
  /** Customers that its cockpit is shared with, ascending; absent: every customer. */
  readonly customers?: readonly number[];
  /** Override `threshold`; an element takes precedence over its customer. */
  readonly byCustomer: ReadonlyMap<number, number>;
  readonly byElement: ReadonlyMap<number, number>;
}
