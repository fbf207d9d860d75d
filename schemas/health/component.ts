import { z } from 'zod';
import { ReasonCode } from './reason.ts';

/** Best first; `unknown`: nothing could be read, so nothing is claimed. */
export const healthStates = ['ok', 'unknown', 'warning', 'critical'] as const;
export const HealthState = z.enum(healthStates);
export type HealthState = z.infer<typeof HealthState>;

/** Groups of the page, in its order. */
export const healthGroups = [
  'processes',
  'path',
  'streams',
  'stores',
  'collection',
  'delivery',
  'upkeep',
] as const;
export const HealthGroup = z.enum(healthGroups);
export type HealthGroup = z.infer<typeof HealthGroup>;

/** ComponentFigures of components, with the unit of each. */
export const figureStyles = {
  cpu: 'percent',
  memory: 'byte',
  heap: 'percent',
  loopDelay: 'millisecond',
  uptime: 'millisecond',
  restarts: 'scalar',
  crashes: 'scalar',
  messages: 'scalar',
  bytes: 'byte',
  limit: 'byte',
  fill: 'percent',
  oldest: 'millisecond',
  arriving: 'scalar',
  rejected: 'scalar',
  dropped: 'scalar',
  response: 'millisecond',
  rows: 'scalar',
  parts: 'scalar',
  merges: 'scalar',
  connections: 'scalar',
  used: 'byte',
  free: 'byte',
  size: 'byte',
  daysLeft: 'scalar',
  published: 'scalar',
  stored: 'scalar',
  behind: 'millisecond',
  devices: 'scalar',
  silent: 'scalar',
  late: 'scalar',
  polls: 'scalar',
  faults: 'scalar',
  skipped: 'scalar',
  datagrams: 'scalar',
  records: 'scalar',
  lost: 'scalar',
  unknownExporters: 'scalar',
  targets: 'scalar',
  failing: 'scalar',
  delivered: 'scalar',
  failed: 'scalar',
  backlog: 'scalar',
  managers: 'scalar',
  unavailable: 'scalar',
  days: 'scalar',
  age: 'millisecond',
  offset: 'millisecond',
} as const;
export const FigureName = z.enum(Object.keys(figureStyles) as [FigureName, ...FigureName[]]);
export type FigureName = keyof typeof figureStyles;

/** ComponentFigures that are rates: per second. */
export const rateFigures: readonly FigureName[] = [
  'arriving',
  'rows',
  'published',
  'stored',
  'polls',
  'faults',
  'skipped',
  'datagrams',
  'records',
  'lost',
];

export const ComponentFigures = z.partialRecord(FigureName, z.number());
export type ComponentFigures = z.infer<typeof ComponentFigures>;

/** Why a component is in its state. The words are those of `reasons`, in the language of the reader. */
export const HealthReason = z.strictObject({
  code: ReasonCode,
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type HealthReason = z.infer<typeof HealthReason>;

/** A part of the platform as it is judged now. Times are milliseconds since 1970. */
export const HealthComponent = z.strictObject({
  /** `<group>.<name>`. */
  id: z.string(),
  group: HealthGroup,
  /** Name of the process, stream, store or manager; of other parts, the key of its name on screens. */
  name: z.string(),
  state: HealthState,
  reason: HealthReason,
  /** In this state since then; null: since before anyone looked. */
  since: z.number().nullable(),
  /** When its figures were read; null: never. */
  readAt: z.number().nullable(),
  figures: ComponentFigures,
  release: z.string().nullable(),
});
export type HealthComponent = z.infer<typeof HealthComponent>;

/** How bad a state is; higher is worse. */
export const weightOf = (state: HealthState): number => healthStates.indexOf(state);
