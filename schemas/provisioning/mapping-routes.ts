import { z } from 'zod';
import { provisioningLimits } from '../limit/provisioning.ts';
import { API, route } from '../route.ts';
import { ImportMapping } from './import-columns.ts';
import { Line } from '../text/line.ts';

const PATH = `${API}/mt/provisioning-mapping`;
const params = z.strictObject({ mappingId: z.coerce.number().int().positive().max(2_147_483_647) });
const writing = { scope: 'admin', needs: 'NETWORK.PROVISIONING.write' } as const;

export const ImportMappingDraft = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(120, 'TOO_LONG'),
  columns: ImportMapping,
});
export type ImportMappingDraft = z.infer<typeof ImportMappingDraft>;

/** Columns of an import under a name. */
export const StoredImportMapping = z.strictObject({
  id: z.int(),
  ...ImportMappingDraft.shape,
  /** Customers of the user who saved them; none: the provider's, which every customer may use. */
  customers: z.array(z.int()),
});
export type StoredImportMapping = z.infer<typeof StoredImportMapping>;

export const listImportMappings = route({
  scope: 'admin',
  needs: 'NETWORK.PROVISIONING.read',
  method: 'GET',
  path: PATH,
  summary: 'Stored columns of imports, by name',
  reply: z.strictObject({ mappings: z.array(StoredImportMapping).max(provisioningLimits.maxListedMappings) }),
});

export const createImportMapping = route({
  ...writing,
  method: 'POST',
  path: PATH,
  summary: 'Save the columns of an import under a name',
  body: ImportMappingDraft,
  reply: StoredImportMapping,
  problems: ['NAME_TAKEN', 'SELECTION_TOO_LARGE'],
});

export const updateImportMapping = route({
  ...writing,
  method: 'PUT',
  path: `${PATH}/:mappingId`,
  summary: 'Update stored columns of imports',
  params,
  body: ImportMappingDraft,
  reply: StoredImportMapping,
  problems: ['NAME_TAKEN', 'NOT_FOUND', 'REACHES_OTHER_CUSTOMERS'],
});

export const deleteImportMapping = route({
  ...writing,
  method: 'DELETE',
  path: `${PATH}/:mappingId`,
  summary: 'Delete stored columns of imports',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'IMPORT_MAPPING_IN_USE', 'REACHES_OTHER_CUSTOMERS'],
});
