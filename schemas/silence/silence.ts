import { z } from 'zod';
import { Severity } from '../alerting/severity.ts';
import { Recurrence } from './recurrence.ts';

const MAX_VALUES = 500;
const ids = z.array(z.int().positive()).max(MAX_VALUES).default([]);

/** What a silence concerns. Values of one kind are alternatives, kinds must all hold; a kind without values says nothing. */
export const SilenceMatch = z.strictObject({
  alarms: ids,
  severities: z.array(Severity).max(3).default([]),
  sites: ids,
  /** Interfaces and devices; a device stands for its interfaces as well. */
  elements: ids,
});
export type SilenceMatch = z.infer<typeof SilenceMatch>;

/** Maintenance is of what is there: a silence of some alarms of it says nothing of the others. */
export const mayBeMaintenance = ({
  alarms,
  severities,
}: Pick<SilenceMatch, 'alarms' | 'severities'>): boolean => alarms.length === 0 && severities.length === 0;

export const MAX_REASON_LENGTH = 500;

/** Milliseconds since 1970, not after the year 9999. */
const Instant = z.int().positive().max(253_402_300_799_000);

/** A silence from `startsAt` to `endsAt`; with a recurrence the maintenance windows that begin in between. */
export const SilenceDraft = z
  .strictObject({
    match: SilenceMatch,
    reason: z.string().trim().min(1, { error: 'a reason is needed' }).max(MAX_REASON_LENGTH),
    startsAt: Instant,
    /** Null: for ever, which only a maintenance window may. */
    endsAt: Instant.nullable(),
    recurrence: Recurrence.nullable(),
    /** Whether its times count in no availability; not told: those that come again and name neither alarms nor severities. */
    maintenance: z.boolean().optional(),
  })
  .refine(({ startsAt, endsAt }) => endsAt === null || endsAt > startsAt, {
    path: ['endsAt'],
    error: 'the end must come after the start',
  })
  .refine(({ endsAt, recurrence }) => endsAt !== null || recurrence !== null, {
    path: ['endsAt'],
    error: 'a silence that does not come again needs an end',
  })
  .refine(({ maintenance, match }) => maintenance !== true || mayBeMaintenance(match), {
    path: ['maintenance'],
    error: 'maintenance is of sites and elements: name no alarms and no severities',
  });
export type SilenceDraft = z.infer<typeof SilenceDraft>;

export const isMaintenance = ({ maintenance, recurrence, match }: SilenceDraft): boolean =>
  maintenance ?? (recurrence !== null && mayBeMaintenance(match));

/** When a silence holds. */
export type SilenceTimes = Pick<SilenceDraft, 'startsAt' | 'endsAt' | 'recurrence'>;

/** A silence as every process holds it. */
export interface Silence extends SilenceDraft {
  readonly id: number;
  /** Null: of the provider, for every customer. */
  readonly customer: number | null;
  /** Name of who made it. */
  readonly author: string;
  readonly maintenance: boolean;
}
