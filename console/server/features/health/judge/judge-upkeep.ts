import { dayOf, dayStartMs } from '#schemas/billing/day.ts';
import { DAY_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { RECENT_BACKUP_DAYS } from '#schemas/first-steps/first-steps.ts';
import type { AddressFile } from '../../../shared/address-files/read-address-files.ts';
import type { UpkeepFacts } from '../read/read-upkeep.ts';
import type { ReadingState } from '../read/source-reading.ts';
import { firstOf, judged, verdict, type Judged, type Verdict } from './verdict.ts';

const WARNING_DAYS = 30;
const CRITICAL_DAYS = 7;

const unread = ({ error, value }: ReadingState<unknown>): Verdict | false => {
  if (error !== undefined) return verdict('unknown', 'settingsUnread');
  return value === undefined && verdict('unknown', 'notRead');
};

const daysUntil = (atMs: number, nowMs: number): number => Math.floor((atMs - nowMs) / DAY_MS);

export function judgeLicense(reading: ReadingState<UpkeepFacts>, nowMs: number): Judged {
  const { value, readAt } = reading;
  const day = value?.license ?? undefined;
  // The last day counts to its end, of UTC.
  const days = day === undefined ? undefined : daysUntil(dayStartMs(day) + DAY_MS, nowMs);
  const decide = (): Verdict => {
    if (day === undefined || days === undefined) return verdict('warning', 'licenseMissing');
    if (days < 0) return verdict('critical', 'licenseExpired', { day });
    if (days < CRITICAL_DAYS) return verdict('critical', 'licenseEnds', { day });
    return days < WARNING_DAYS
      ? verdict('warning', 'licenseEnds', { day })
      : verdict('ok', 'licenseValid', { day });
  };
  return judged({
    group: 'upkeep',
    name: 'license',
    readAt,
    verdict: firstOf([unread(reading)], decide()),
    figures: days === undefined ? {} : { days: Math.max(0, days) },
  });
}

export function judgeCertificates(reading: ReadingState<UpkeepFacts>, nowMs: number): Judged {
  const { value, readAt } = reading;
  const [first] = (value?.certificates ?? []).toSorted((one, other) => one.endsAt - other.endsAt);
  const decide = (): Verdict => {
    if (first === undefined) return verdict('ok', 'noCertificates');
    const days = daysUntil(first.endsAt, nowMs);
    const facts = { name: first.name, day: dayOf(first.endsAt) };
    if (days < 0) return verdict('critical', 'certificateExpired', facts);
    if (days < CRITICAL_DAYS) return verdict('critical', 'certificateEnds', facts);
    return days < WARNING_DAYS
      ? verdict('warning', 'certificateEnds', facts)
      : verdict('ok', 'certificatesValid');
  };
  return judged({
    group: 'upkeep',
    name: 'certificates',
    readAt,
    verdict: firstOf([unread(reading)], decide()),
    figures: first === undefined ? {} : { days: Math.max(0, daysUntil(first.endsAt, nowMs)) },
  });
}

/** `backupAt`: time of the last complete one; null: there is none; undefined: the stores are elsewhere. */
export function judgeBackup(backupAt: number | null | undefined, nowMs: number): Judged {
  const decide = (): Verdict => {
    if (backupAt === undefined) return verdict('unknown', 'backupElsewhere');
    if (backupAt === null) return verdict('warning', 'backupMissing');
    const ms = Math.max(0, nowMs - backupAt);
    return ms > RECENT_BACKUP_DAYS * DAY_MS
      ? verdict('warning', 'backupOld', { ms })
      : verdict('ok', 'backupRecent', { ms });
  };
  const age = typeof backupAt === 'number' ? { age: Math.max(0, nowMs - backupAt) } : {};
  return judged({ group: 'upkeep', name: 'backup', readAt: nowMs, verdict: decide(), figures: age });
}

/** Files about addresses that the operator supplies, as they were read at the start. */
export function judgeAddressFiles(files: readonly AddressFile[], readAt: number): Judged {
  const unread = files.find(({ fault }) => fault !== undefined);
  return judged({
    group: 'upkeep',
    name: 'address-files',
    readAt,
    verdict:
      unread === undefined
        ? verdict('ok', 'addressFilesRead')
        : verdict('warning', 'addressFileUnread', {
            variable: unread.variable,
            path: unread.path,
            fault: unread.fault ?? '',
          }),
    figures: {},
  });
}

/** A clock that differs from that of the server. */
export interface ClockOffset {
  readonly name: string;
  readonly offsetMs: number;
}

const OFF_MS = 2 * SECOND_MS;
const FAR_OFF_MS = 30 * SECOND_MS;

/** Flows and samples are dated by several clocks: windows and alarms need them to agree. */
export function judgeClock(offsets: readonly ClockOffset[], readAt: number): Judged {
  const [worst] = offsets.toSorted((one, other) => Math.abs(other.offsetMs) - Math.abs(one.offsetMs));
  const offset = Math.abs(worst?.offsetMs ?? 0);
  const decide = (): Verdict => {
    if (worst === undefined) return verdict('unknown', 'notRead');
    if (offset < OFF_MS) return verdict('ok', 'clockFine');
    const facts = { name: worst.name, ms: offset };
    return verdict(offset < FAR_OFF_MS ? 'warning' : 'critical', 'clockOff', facts);
  };
  return judged({
    group: 'upkeep',
    name: 'clock',
    readAt,
    verdict: decide(),
    figures: worst === undefined ? {} : { offset },
  });
}
