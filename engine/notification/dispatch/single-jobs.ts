import type { NotificationJob } from '#schemas/notification/job.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';
import type { DeliveryTarget } from '../configuration/delivery-target.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { jobOf } from './job-queue.ts';
import { noticeOf, type Brief, type NoticeNames } from './notice-of.ts';
import type { EventIncident } from './notified-incidents.ts';
import { splitByLanguage } from './split-by-language.ts';

interface SingleEvent {
  readonly row: AlarmEvent;
  readonly brief: Brief;
  readonly incident: EventIncident | undefined;
  /** When the stream stored it, milliseconds since 1970. */
  readonly decidedMs: number;
  /** When its job begins to expire. */
  readonly sinceMs: number;
}

interface SingleNeeds {
  readonly settings: Pick<NotificationSettings, 'languages'>;
  readonly names: NoticeNames;
}

/** The jobs of an event that is sent by itself: one for each language that the target is read in. */
export function singleJobs(
  target: DeliveryTarget,
  { row, brief, incident, decidedMs, sinceMs }: SingleEvent,
  { settings: { languages }, names }: SingleNeeds,
): readonly NotificationJob[] {
  return splitByLanguage(target, languages).map((reader) => {
    const { language } = reader;
    const described = { row, brief, decidedMs, language, incident: incident?.describe(language) };
    const notice = noticeOf(described, names);
    const { isRestricted } = brief;
    return jobOf(reader, { notice, subject: notice.event, sinceMs, isRestricted });
  });
}
