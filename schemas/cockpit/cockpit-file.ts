import { z } from 'zod';
import { elementKinds } from '../element/kind.ts';
import { AlarmDraft, CockpitDraft, cockpitLimits } from './cockpit.ts';
import { Line } from '../text/line.ts';

/** Names of an element and of those above it: a class, its port, its device, its site. */
const MAX_LEVELS = 8;
const MAX_NAME = 500;
const MAX_THRESHOLDS = 10_000;

/** A threshold by the client id of its customer, and the names of its element, which are the same in another installation. */
const FileThreshold = z.strictObject({
  customer: z.string().min(1, 'REQUIRED').max(MAX_NAME),
  /** Absent: the threshold applies to the customer. */
  element: z
    .strictObject({
      kind: z.enum(elementKinds),
      /** From the element up to its site. */
      path: z.array(z.string().max(MAX_NAME)).min(1, 'REQUIRED').max(MAX_LEVELS),
    })
    .optional(),
  value: z.number(),
});
export type FileThreshold = z.infer<typeof FileThreshold>;

/** An alarm without ids: its groups by name. */
const FileAlarm = AlarmDraft.omit({ groups: true }).extend({
  groups: z.array(Line.max(cockpitLimits.groupNameMax)).max(100).default([]),
  thresholds: z.array(FileThreshold).max(MAX_THRESHOLDS).default([]),
});
export type FileAlarm = z.infer<typeof FileAlarm>;

/** The configuration of a cockpit as a file. Sharing, owner, activation and the thresholds that customers have set are not part of it. */
export const CockpitFile = z.strictObject({
  format: z.literal('telltale-cockpit', 'IMPORT_FORMAT_INVALID'),
  /** A later version is refused. */
  version: z.literal(1, 'IMPORT_FORMAT_INVALID'),
  cockpit: CockpitDraft,
  alarms: z.array(FileAlarm).max(cockpitLimits.alarmsMax),
});
export type CockpitFile = z.infer<typeof CockpitFile>;
