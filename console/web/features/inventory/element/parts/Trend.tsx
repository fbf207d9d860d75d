import { joinedValues } from '#web/kernel/kpi/source-step.ts';
import { sparkBounds, sparkPath } from '../../../dashboard/dashlets/sparkline/spark-path.ts';

/** A small line of the period. The figures beside it say what it is about. */
export function Trend({ values }: { readonly values: readonly (number | null)[] }) {
  if (values.every((value) => value === null)) return null;
  return (
    <svg className="tt-element-trend" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <path d={sparkPath(joinedValues(values), sparkBounds(values))} />
    </svg>
  );
}
