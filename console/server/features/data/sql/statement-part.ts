import type { FlowResult, FlowValues } from './flow-series-sql.ts';
import type { ElementValues } from './element-values.ts';
import type { ValueWay } from './value-way.ts';
import type { Aggregate } from './series-steps.ts';

/** What one pass over tables returns: several aggregations of a KPI, or several KPIs of flows. */
export type StatementPart =
  | {
      readonly of: 'elements';
      readonly values: ElementValues;
      readonly way: ValueWay;
      readonly results: readonly Aggregate[];
      readonly isPartial?: boolean;
    }
  | {
      readonly of: 'flows';
      readonly values: FlowValues;
      readonly isComplete: boolean;
      readonly results: readonly FlowResult[];
      readonly isPartial?: boolean;
    };
