import { createHash } from 'node:crypto';
import type { NotificationJob } from '#schemas/notification/job.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { groupSubject, jobOf } from './job-queue.ts';
import { briefOf, type NoticeNames } from './notice-of.ts';
import { audienceOfTarget, type IncidentOfEvent } from './notified-incidents.ts';
import { splitByLanguage } from './split-by-language.ts';
import { singleJobs } from './single-jobs.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';
import { OpenWindow, type GroupingRule } from './open-window.ts';
import type { ScheduledEvent } from './scheduled-events.ts';
import { selectSchedules, selectTargets } from './select-targets.ts';

interface Released {
  readonly raises: readonly { readonly row: AlarmEvent; readonly atMs: number }[];
  readonly names: NoticeNames;
  readonly settings: NotificationSettings;
  readonly rule: GroupingRule;
  readonly nowMs: number;
  /** The incidents in which they run. */
  readonly incidentOf: IncidentOfEvent;
}

/**
 * Jobs for the alarms still running at the end of their silence: under the keys of their raises, and grouped
 * above the limit per customer. Groups are named by a hash of their events, so the same events produce the
 * same keys.
 */
export function releaseJobs({
  raises,
  names,
  settings,
  rule,
  nowMs,
  incidentOf,
}: Released): readonly NotificationJob[] {
  const window = new OpenWindow(rule, {
    firstSeq: 0,
    atMs: nowMs,
    publicUrl: names.publicUrl,
    splitByLanguage: (target) => splitByLanguage(target, settings.languages),
  });
  const jobs: NotificationJob[] = [];
  const all = createHash('sha256');
  for (const { row, atMs } of raises) {
    const brief = briefOf(row, names);
    if (brief === undefined) continue;
    all.update(row.event);
    for (const target of selectTargets(brief, settings, atMs)) {
      const incident = incidentOf(row, audienceOfTarget(target));
      if (!window.admit(target, { brief, incident }, nowMs)) continue;
      const event = { row, brief, incident, decidedMs: atMs, sinceMs: nowMs };
      jobs.push(...singleJobs(target, event, { settings, names }));
    }
  }
  const name = all.digest('hex').slice(0, 32);
  const groups = window
    .groups()
    .map((group) =>
      jobOf(group.target, { ...group, subject: groupSubject(`silence-${name}`, group), sinceMs: nowMs }),
    );
  return [...jobs, ...groups];
}

/** The alarms still running at the end of their silence, for the schedules that they trigger. */
export const releasedEvents = ({
  raises,
  names,
  settings,
}: Pick<Released, 'raises' | 'names' | 'settings'>): readonly ScheduledEvent[] =>
  raises.flatMap(({ row, atMs }) => {
    const brief = briefOf(row, names);
    if (brief === undefined) return [];
    return selectSchedules(brief, settings, atMs).map(({ id }) => ({ schedule: id, brief }));
  });
