import type { HealthState } from '#schemas/health/component.ts';
import { useHealthTexts } from './texts/en.ts';

/** The state of a component as a dot of its own shape and colour, with its name for screen readers. */
export function StateDot({ state }: { readonly state: HealthState }) {
  const text = useHealthTexts();
  return (
    <span className="tt-health-dot" data-state={state}>
      <span className="tt-hidden">{text(`state_${state}`)}</span>
    </span>
  );
}
