import type { Recurrence } from '#schemas/silence/recurrence.ts';
import {
  isMaintenance,
  mayBeMaintenance,
  SilenceDraft,
  type SilenceMatch,
} from '#schemas/silence/silence.ts';
import { HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { fromLocalTime, ownZone, toLocalTime } from '#web/lib/zoned/local-time.ts';

/** Every input of the form, including those that the chosen recurrence hides. */
export type SilenceForm = {
  readonly match: SilenceMatch;
  readonly reason: string;
  readonly start: string;
  /** Empty for no end. */
  readonly end: string;
  readonly every: 'once' | Recurrence['every'];
  readonly interval: number;
  readonly weekdays: readonly number[];
  /** `day:15`, `day:-1`, `nth:2:5`. */
  readonly on: string;
  readonly time: string;
  readonly minutes: number;
  readonly zone: string;
  readonly everyCustomer: boolean;
  /** Excluded from availability; only without alarms and severities. */
  readonly maintenance: boolean;
};

const DAY_ONE = 'day:1';

/** The initial form: one hour from now. */
export const newForm = (match: Partial<SilenceMatch>, now: number): SilenceForm => ({
  match: { alarms: [], severities: [], sites: [], elements: [], ...match },
  reason: '',
  start: toLocalTime(now),
  end: toLocalTime(now + HOUR_MS),
  every: 'once',
  interval: 1,
  weekdays: [7],
  on: DAY_ONE,
  time: '02:00',
  minutes: 120,
  zone: ownZone(),
  everyCustomer: false,
  maintenance: false,
});

const onText = (recurrence: Recurrence): string => {
  if (recurrence.every !== 'month') return DAY_ONE;
  const { on } = recurrence;
  return 'day' in on ? `day:${String(on.day)}` : `nth:${String(on.nth)}:${String(on.weekday)}`;
};

/** The form of an existing silence. */
export function toSilenceForm(silence: SilenceDraft & { readonly customer: number | null }): SilenceForm {
  const { match, reason, startsAt, endsAt, recurrence, customer } = silence;
  const form: SilenceForm = {
    ...newForm(match, startsAt),
    reason,
    end: endsAt === null ? '' : toLocalTime(endsAt),
    everyCustomer: customer === null,
    maintenance: isMaintenance(silence),
  };
  if (recurrence === null) return form;
  const { every, interval, time, minutes, zone } = recurrence;
  const weekdays = every === 'week' ? recurrence.weekdays : form.weekdays;
  return { ...form, every, interval, time, minutes, zone, weekdays, on: onText(recurrence) };
}

function recurrenceOf({ every, interval, weekdays, on, time, minutes, zone }: SilenceForm): unknown {
  const common = { interval, time, minutes, zone };
  switch (every) {
    case 'once':
      return null;
    case 'day':
      return { every, ...common };
    case 'week':
      return { every, weekdays: weekdays.toSorted((a, b) => a - b), ...common };
    case 'month': {
      const [kind, first, second] = on.split(':');
      const day = kind === 'nth' ? { nth: Number(first), weekday: Number(second) } : { day: Number(first) };
      return { every, on: day, ...common };
    }
  }
}

export type SilenceField = 'start' | 'end' | 'reason' | 'weekdays' | 'time' | 'zone';

const fieldOf = (path: readonly PropertyKey[]): SilenceField => {
  const names = path.map(String);
  if (names.includes('endsAt')) return 'end';
  if (names.includes('startsAt')) return 'start';
  if (names.includes('weekdays')) return 'weekdays';
  if (names.includes('zone')) return 'zone';
  return names.includes('recurrence') ? 'time' : 'reason';
};

export type ReadForm =
  | { readonly ok: true; readonly draft: SilenceDraft }
  | { readonly ok: false; readonly faults: readonly SilenceField[] };

/** The silence that a form describes, or its invalid inputs. An end within the current minute is accepted. */
export function readForm(form: SilenceForm, now: number): ReadForm {
  const startsAt = fromLocalTime(form.start);
  const endsAt = form.end === '' ? null : fromLocalTime(form.end);
  const parsed = SilenceDraft.safeParse({
    match: form.match,
    reason: form.reason,
    startsAt,
    endsAt,
    recurrence: recurrenceOf(form),
    maintenance: form.maintenance && mayBeMaintenance(form.match),
  });
  if (!parsed.success)
    return { ok: false, faults: [...new Set(parsed.error.issues.map(({ path }) => fieldOf(path)))] };
  const { data: draft } = parsed;
  if (draft.endsAt !== null && draft.endsAt <= now - MINUTE_MS) return { ok: false, faults: ['end'] };
  return { ok: true, draft };
}
