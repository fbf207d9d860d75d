import type {
  ComponentFigures,
  HealthComponent,
  HealthGroup,
  HealthState,
} from '#schemas/health/component.ts';
import type { ReasonFacts, ReasonCode } from '#schemas/health/reason.ts';

/** State and reason of a component. */
export type Verdict = Pick<HealthComponent, 'state' | 'reason'>;

/** A component as it is judged, before its history is known. */
export type Judged = Omit<HealthComponent, 'since'>;

export const verdict = (state: HealthState, code: ReasonCode, facts: ReasonFacts = {}): Verdict => ({
  state,
  reason: { code, facts: { ...facts } },
});

interface Parts {
  readonly group: HealthGroup;
  readonly name: string;
  readonly verdict: Verdict;
  readonly figures?: ComponentFigures;
  readonly readAt?: number | null;
  readonly release?: string | null;
}

export const judged = ({
  group,
  name,
  verdict: { state, reason },
  figures = {},
  readAt = null,
  release = null,
}: Parts): Judged => ({ id: `${group}.${name}`, group, name, state, reason, figures, readAt, release });

/** The first verdict that applies. */
export const firstOf = (verdicts: readonly (Verdict | false)[], otherwise: Verdict): Verdict =>
  verdicts.find((one): one is Verdict => one !== false) ?? otherwise;
