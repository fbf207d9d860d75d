import { z } from 'zod';
import { API, route } from '../route.ts';
import { Cockpit } from './cockpit.ts';
import { CockpitFile } from './cockpit-file.ts';
import { CockpitDifference } from './version.ts';

const Id = z.coerce.number().int().positive();
/** 200 alarms with fifteen thousand thresholds of elements: parsed and validated within 50 ms. */
const FILE_BYTES = 2 * 1_024 * 1_024;

export const exportCockpit = route({
  method: 'GET',
  path: `${API}/mt/cockpit/:cockpitId/file`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'The configuration of a cockpit as a file, with the thresholds of what the caller sees',
  params: z.strictObject({ cockpitId: Id }),
  reply: CockpitFile,
  problems: ['NOT_FOUND', 'COCKPIT_CONFIG_SAVE_FAILED'],
});

/**
 * Imports a file as a new cockpit, or in place of one. Thresholds of customers and elements that do not exist, or that the caller does
 * not see, are left out.
 */
export const importCockpit = route({
  method: 'POST',
  path: `${API}/mt/cockpit/file`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.write',
  summary: 'Import the configuration of a cockpit from a file',
  query: z.strictObject({
    /** Returns the changes without applying them. */
    dryRun: z.stringbool().default(false),
  }),
  body: z.strictObject({
    file: CockpitFile,
    /** Whether alarms that the file enables run at once. The alarms of a copy would run in addition to those of the original. */
    enable: z.boolean(),
    /** The cockpit that the file replaces, as the caller read it; absent: a new one. */
    replaces: z.strictObject({ id: z.int().positive(), version: z.int().positive() }).optional(),
  }),
  bodyLimit: FILE_BYTES,
  reply: z.strictObject({
    /** Null: a dry run. */
    cockpit: Cockpit.nullable(),
    difference: CockpitDifference,
    leftOut: z.array(z.strictObject({ alarm: z.string(), target: z.string() })),
  }),
  problems: [
    'NOT_FOUND',
    'CONFLICT',
    'REACHES_OTHER_CUSTOMERS',
    'NAME_TAKEN',
    'NOT_UNIQUE',
    'THRESHOLD_INCORRECT',
    'COCKPIT_UNNAMED',
    'COCKPIT_KPI_UNKNOWN',
    'COCKPIT_KPI_ACCESSES',
    'COCKPIT_KPI_ALTERNATIVES',
    'COCKPIT_TARGET_IMPOSSIBLE',
    'COCKPIT_SAME_TARGET',
    'COCKPIT_GROUP_UNKNOWN',
    'COCKPIT_THRESHOLD_TARGET',
    'COCKPIT_CONFIG_RESTORE_FAILED',
  ],
});
export type CockpitFileOutcome = z.infer<typeof importCockpit.reply>;
