import { z } from 'zod';
import { provisioningLimits } from '../limit/provisioning.ts';
import { API, route } from '../route.ts';
import { ImportSchedule, ImportScheduleDraft, RemovalPercent } from './schedule.ts';

const PATH = `${API}/mt/provisioning-schedule`;
const params = z.strictObject({ scheduleId: z.coerce.number().int().positive().max(2_147_483_647) });
/** A scheduled import acts for the installation. */
const base = { scope: 'admin', everyCustomer: true } as const;
const writing = { ...base, needs: 'NETWORK.PROVISIONING.write' } as const;
const draftProblems = [
  'IMPORT_CRON_INVALID',
  'IMPORT_FOLDER_MISSING',
  'NAME_TAKEN',
  'OBJECT_UNKNOWN',
] as const;

export const listImportSchedules = route({
  ...base,
  needs: 'NETWORK.PROVISIONING.read',
  method: 'GET',
  path: PATH,
  summary: 'Scheduled imports by name, with their next runs',
  reply: z.strictObject({
    schedules: z.array(ImportSchedule).max(provisioningLimits.maxSchedules),
    /** Whether the server has a folder for imports. */
    hasFolder: z.boolean(),
  }),
});

export const createImportSchedule = route({
  ...writing,
  method: 'POST',
  path: PATH,
  summary: 'Create a scheduled import from the folder of the server or an HTTPS address',
  body: ImportScheduleDraft,
  reply: ImportSchedule,
  problems: [...draftProblems, 'SELECTION_TOO_LARGE'],
});

export const updateImportSchedule = route({
  ...writing,
  method: 'PUT',
  path: `${PATH}/:scheduleId`,
  summary: 'Update a scheduled import',
  params,
  /** Without a share it stays as it is. */
  body: ImportScheduleDraft.extend({ version: z.int(), removalPercent: RemovalPercent.optional() }),
  reply: ImportSchedule,
  problems: [...draftProblems, 'CONFLICT', 'NOT_FOUND'],
});

export const deleteImportSchedule = route({
  ...writing,
  method: 'DELETE',
  path: `${PATH}/:scheduleId`,
  summary: 'Delete a scheduled import; its runs remain',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});

export const runImportSchedule = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:scheduleId/run`,
  summary: 'Fetch and import the file of a schedule now, even if it is unchanged',
  params,
  reply: ImportSchedule,
  problems: ['NOT_FOUND'],
});
