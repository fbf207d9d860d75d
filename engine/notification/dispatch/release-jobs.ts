import { createHash } from 'node:crypto';
import type { NotificationJob } from '#schemas/notification/job.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { groupSubject, jobOf } from './job-queue.ts';
import { briefOf, noticeOf } from './notice-of.ts';
import type { AlarmEventRow, Names } from './notice-of.ts';
import { OpenWindow } from './open-window.ts';
import type { GroupingRule } from './open-window.ts';
import { hex } from './remembered-raises.ts';
import { targetsOf } from './targets-of.ts';

interface Released {
  readonly raises: readonly { readonly row: AlarmEventRow; readonly atMs: number }[];
  readonly names: Names;
  readonly settings: NotificationSettings;
  readonly rule: GroupingRule;
  readonly nowMs: number;
}

/**
 * Tells of what runs still at the end of its silence: under the keys of the raises, and beyond some of a customer in groups, which
 * are named after all of their events, so that the same ones come to the same keys.
 */
export function releaseJobs({ raises, names, settings, rule, nowMs }: Released): readonly NotificationJob[] {
  const window = new OpenWindow(rule, 0, nowMs);
  const jobs: NotificationJob[] = [];
  const all = createHash('sha256');
  for (const { row, atMs } of raises) {
    const brief = briefOf(row, names);
    if (brief === undefined) continue;
    all.update(row.event);
    for (const target of targetsOf(brief, settings, atMs)) {
      if (!window.take(target, brief, nowMs)) continue;
      const notice = noticeOf(row, brief, names);
      jobs.push(
        jobOf(target, { notice, subject: hex(row.event), sinceMs: nowMs, isRestricted: brief.isRestricted }),
      );
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
