import { z } from 'zod';
import { Severity } from '../alerting/severity.ts';
import { whenValid } from '../problem/when-valid.ts';
import { Recurrence } from './recurrence.ts';

/** Most values of one kind in a matcher. */
export const MAX_SILENCE_VALUES = 500;
const ids = z.array(z.int().positive()).max(MAX_SILENCE_VALUES).default([]);

/** Matcher of a silence. Values of one kind are alternatives, all kinds must match, an empty kind matches everything. */
export const SilenceMatch = z.strictObject({
  alarms: ids,
  severities: z.array(Severity).max(3).default([]),
  sites: ids,
  /** Interfaces and devices; a device includes its interfaces. */
  elements: ids,
});
export type SilenceMatch = z.infer<typeof SilenceMatch>;

/** Maintenance concerns sites and elements: a silence of some alarms does not cover the others. */
export const mayBeMaintenance = ({
  alarms,
  severities,
}: Pick<SilenceMatch, 'alarms' | 'severities'>): boolean => alarms.length === 0 && severities.length === 0;

export const MAX_REASON_LENGTH = 500;

/** Milliseconds since 1970, not after the year 9999. */
const Instant = z.int().positive().max(253_402_300_799_000);

const silenceFields = {
  match: SilenceMatch,
  reason: z.string().trim().min(1, { error: 'REQUIRED' }).max(MAX_REASON_LENGTH),
  startsAt: Instant,
  /** Null: no end, allowed only for maintenance windows. */
  endsAt: Instant.nullable(),
  recurrence: Recurrence.nullable(),
  /** Excluded from availability; default: recurring silences without alarms and severities. */
  maintenance: z.boolean().optional(),
};
const { match, startsAt, endsAt, recurrence, maintenance } = silenceFields;

/** A silence from `startsAt` to `endsAt`; with a recurrence, the maintenance windows that start in between. */
export const SilenceDraft = z
  .strictObject(silenceFields)
  .refine(({ startsAt, endsAt }) => endsAt === null || endsAt > startsAt, {
    path: ['endsAt'],
    error: 'END_BEFORE_START',
    ...whenValid({ startsAt, endsAt }),
  })
  .refine(({ endsAt, recurrence }) => endsAt !== null || recurrence !== null, {
    path: ['endsAt'],
    error: 'SILENCE_END_REQUIRED',
    ...whenValid({ endsAt, recurrence }),
  })
  .refine(({ maintenance, match }) => maintenance !== true || mayBeMaintenance(match), {
    path: ['maintenance'],
    error: 'SILENCE_MAINTENANCE_SCOPE',
    ...whenValid({ match, maintenance }),
  });
export type SilenceDraft = z.infer<typeof SilenceDraft>;

export const isMaintenance = ({ maintenance, recurrence, match }: SilenceDraft): boolean =>
  maintenance ?? (recurrence !== null && mayBeMaintenance(match));

/** Times of a silence. */
export type SilenceTimes = Pick<SilenceDraft, 'startsAt' | 'endsAt' | 'recurrence'>;

/** A silence in memory of every process. */
export interface Silence extends SilenceDraft {
  readonly id: number;
  /** Null: a silence of the provider for every customer. */
  readonly customer: number | null;
  /** Name of its author. */
  readonly author: string;
  readonly maintenance: boolean;
}
