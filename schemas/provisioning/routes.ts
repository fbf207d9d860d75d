import { z } from 'zod';
import { provisioningLimits } from '../limit/provisioning.ts';
import { API, route } from '../route.ts';
import { ImportMapping } from './import-columns.ts';
import { ImportDifferenceRow, ImportFault, ImportMode, ImportChoices, ImportRun } from './import-run.ts';

const PATH = `${API}/mt/provisioning`;
const id = z.coerce.number().int().positive().max(2_147_483_647);
const params = z.strictObject({ importId: id });
const reading = { scope: 'admin', needs: 'NETWORK.PROVISIONING.read' } as const;
const writing = { scope: 'admin', needs: 'NETWORK.PROVISIONING.write' } as const;
const flagText = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

export const listImports = route({
  ...reading,
  method: 'GET',
  path: PATH,
  summary: 'Imports of the customers of the user, newest first',
  reply: z.strictObject({ imports: z.array(ImportRun).max(provisioningLimits.maxListedRuns) }),
});

export const readImport = route({
  ...reading,
  method: 'GET',
  path: `${PATH}/:importId`,
  summary: 'An import with its difference and its lines in error, the first thousand of each',
  params,
  reply: z.strictObject({
    import: ImportRun,
    changes: z.array(ImportDifferenceRow).max(provisioningLimits.maxListed),
    faults: z.array(ImportFault.extend({ message: z.string() })).max(provisioningLimits.maxListed),
  }),
  problems: ['NOT_FOUND'],
});

/** The body is the file, CSV or XLSX, as `application/octet-stream`. */
export const createImport = route({
  ...writing,
  method: 'POST',
  path: PATH,
  summary: 'Upload a file and compare it with the inventory; nothing changes before it is applied',
  query: z.strictObject({
    name: z.string().trim().min(1).max(200),
    mode: ImportMode.default('file'),
    removeMissing: flagText,
    /** A stored mapping; without one the headings are recognised. */
    mapping: id.optional(),
  }),
  body: z.instanceof(Uint8Array),
  bodyLimit: provisioningLimits.maxBytes,
  timeoutMs: 300_000,
  reply: ImportRun,
  problems: ['IMPORT_FILE_EMPTY', 'IMPORT_QUEUE_FULL', 'IMPORT_TOO_LARGE', 'OBJECT_UNKNOWN'],
});

export const planImport = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:importId/plan`,
  summary: 'Compare the file again, with other columns or options',
  params,
  body: z.strictObject({ ...ImportChoices.shape, mapping: ImportMapping }),
  reply: ImportRun,
  problems: ['NOT_FOUND', 'IMPORT_STATE'],
});

export const applyImport = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:importId/apply`,
  summary: 'Apply the difference of an import to the inventory, in one transaction',
  params,
  reply: ImportRun,
  problems: ['NOT_FOUND', 'IMPORT_STATE', 'IMPORT_FAILED', 'PROVISIONING_RUNNING'],
});

export const cancelImport = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:importId/cancel`,
  summary: 'Cancel an import before it has changed anything',
  params,
  reply: ImportRun,
  problems: ['NOT_FOUND', 'IMPORT_STATE'],
});

export const repeatImport = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:importId/repeat`,
  summary: 'Compare the file of an import again as a new import',
  params,
  reply: ImportRun,
  problems: ['IMPORT_QUEUE_FULL', 'NOT_FOUND', 'IMPORT_STATE'],
});

export const undoImport = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/:importId/undo`,
  summary: 'Undo the last import, unless its elements have changed since',
  params,
  reply: ImportRun,
  problems: ['NOT_FOUND', 'IMPORT_STATE', 'PROVISIONING_RUNNING'],
});

export const readImportSource = route({
  ...reading,
  method: 'GET',
  path: `${PATH}/:importId/source`,
  summary: 'The imported file as it was uploaded',
  params,
  reply: z.string(),
  media: 'application/octet-stream',
  problems: ['NOT_FOUND', 'IMPORT_RESULT_UNREADABLE'],
});

export const readImportResult = route({
  ...reading,
  method: 'GET',
  path: `${PATH}/:importId/result`,
  summary: 'Every line of the file with its result and its faults, as CSV',
  params,
  reply: z.string(),
  media: 'text/csv',
  problems: ['NOT_FOUND', 'IMPORT_RESULT_UNREADABLE'],
});
