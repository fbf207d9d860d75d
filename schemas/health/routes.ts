import { z } from 'zod';
import { API, route } from '../route.ts';
import { ComponentFigures, HealthComponent, HealthReason, HealthState } from './component.ts';

/** Days for which states and figures are retained. */
export const HEALTH_DAYS = 31;
/** Sampled figures have this distance. */
export const SAMPLE_MS = 30 * 60_000;

export const readHealth = route({
  method: 'GET',
  path: `${API}/mt/health`,
  scope: 'admin',
  needs: 'SUPPORT.MONITORING.read',
  whileStoreIsDown: true,
  summary:
    'State of every process, store, stream and other part of the platform, with the reason and its figures',
  reply: z.strictObject({
    /** When it was judged, milliseconds since 1970. */
    at: z.number(),
    components: z.array(HealthComponent),
  }),
  problems: [],
});

export const listTrouble = route({
  method: 'GET',
  path: `${API}/mt/monitoring-collect/trouble`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SUPPORT.COLLECT.read',
  summary:
    'What is not in order between devices and stored values, as health monitoring judges it: processes, streams, stores and the data path',
  reply: z.strictObject({ components: z.array(HealthComponent) }),
  problems: [],
});

/** A component entered a state. */
export const HealthChange = z.strictObject({
  component: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  state: HealthState,
  reason: HealthReason,
});
export type HealthChange = z.infer<typeof HealthChange>;

export const listHealthChanges = route({
  method: 'GET',
  path: `${API}/mt/health/change`,
  scope: 'admin',
  needs: 'SUPPORT.MONITORING.read',
  summary: 'Changes of the state of every part of the platform in the last 31 days, oldest first',
  reply: z.strictObject({
    /** From here on the list is complete, milliseconds since 1970. */
    from: z.number(),
    changes: z.array(HealthChange),
  }),
  problems: ['UNAVAILABLE'],
});

export const readHealthFigures = route({
  method: 'GET',
  path: `${API}/mt/health/figure`,
  scope: 'admin',
  needs: 'SUPPORT.MONITORING.read',
  whileStoreIsDown: true,
  summary:
    'ComponentFigures of one part of the platform: of the last hour every ten seconds, and of the last 31 days every half an hour',
  query: z.strictObject({ component: z.string().min(1).max(100) }),
  reply: z.strictObject({
    recent: z.array(z.strictObject({ at: z.number(), figures: ComponentFigures })),
    /** Null while PostgreSQL does not respond. */
    month: z.array(z.strictObject({ at: z.number(), figures: ComponentFigures })).nullable(),
  }),
  problems: [],
});

export const downloadSupportBundle = route({
  method: 'GET',
  path: `${API}/mt/health/bundle`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SUPPORT.CONF.read',
  summary:
    'Support bundle (.tar.gz): configuration without secrets, health, versions, migrations, and the end of the logs',
  media: 'application/octet-stream',
  reply: z.string(),
  problems: ['UNAVAILABLE'],
});
