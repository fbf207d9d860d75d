import type { ComponentFigures, HealthReason, HealthState } from '../health/component.ts';
import {
  flag,
  instant,
  integer,
  json,
  nullableField,
  relation,
  text,
  textKey,
  type Field,
} from './relation.ts';

/** A run of a process, as far as servers have seen it. */
export const healthRun = relation({
  name: 'health_run',
  columns: {
    run: textKey,
    process: text,
    instance: text,
    release: text,
    started_at: instant,
    /** Null: it runs, or its end was not seen. */
    ended_at: nullableField(instant),
    /** It ended without having been stopped; null as long as it is not known. */
    crashed: nullableField(flag),
  },
  indexes: ['CREATE INDEX health_run_started ON health_run (started_at)'],
});

/** A component of the platform entered a state. */
export const healthChange = relation({
  name: 'health_change',
  columns: {
    component: text,
    at: instant,
    state: text as Field<HealthState>,
    reason: json<HealthReason>(),
  },
  constraints: ['PRIMARY KEY (component, at)', "CHECK (state IN ('ok', 'unknown', 'warning', 'critical'))"],
  indexes: ['CREATE INDEX health_change_at ON health_change (at)'],
});

/** ComponentFigures of a component, one row per half an hour. */
export const healthSample = relation({
  name: 'health_sample',
  columns: {
    component: text,
    /** Number of the half hour since 1970. */
    slot: integer,
    figures: json<ComponentFigures>(),
  },
  constraints: ['PRIMARY KEY (component, slot)'],
  indexes: ['CREATE INDEX health_sample_slot ON health_sample (slot)'],
});
