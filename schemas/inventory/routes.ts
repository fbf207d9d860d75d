import { z } from 'zod';
import { API, route } from '../route.ts';
import { componentKinds } from './component.ts';
import { RefusedAddress } from './refused-address.ts';

export const ImportedKind = z.enum([
  'customer',
  'site',
  'device',
  'interface',
  ...componentKinds,
  'exporter',
  'attribution',
  'cockpit',
  'alarm',
  'threshold',
]);
export type ImportedKind = z.infer<typeof ImportedKind>;

const Count = z.strictObject({
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
});

export const ImportChange = z.strictObject({
  kind: ImportedKind,
  change: z.enum(['added', 'changed']),
  /** Path from the customer: `acme / Paris / edge-1`. */
  name: z.string(),
  /** Path before, of an object that is renamed or moved. */
  former: z.string().optional(),
  /** Changed fields; empty for added objects. */
  fields: z.array(z.string()),
});
export type ImportChange = z.infer<typeof ImportChange>;

/** Changes of an import, applied or not. */
export const ImportDifference = z.strictObject({
  counts: z.record(ImportedKind, Count),
  /** The first thousand; `counts` covers all. */
  changes: z.array(ImportChange),
});
export type ImportDifference = z.infer<typeof ImportDifference>;

const BODY_LIMIT_BYTES = 8 * 1_024 * 1_024;

/**
 * The body is a network file, YAML (`application/yaml`) or JSON. Atomic; removes nothing. Devices are recognised by their address
 * and sites by their devices, so that other names are renames, as in imports of tables. A file with faults is rejected with `NETWORK_FILE_INVALID`, each fault with path, line and column.
 */
export const importInventory = route({
  method: 'POST',
  path: `${API}/mt/inventory/import`,
  scope: 'admin',
  needs: 'NETWORK.PROVISIONING.write',
  summary: 'Import customers, sites, devices, interfaces and cockpits from a network file',
  query: z.strictObject({
    /** Returns the changes without applying them. */
    dryRun: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
  }),
  /** Text of the file. */
  body: z.string(),
  bodyLimit: BODY_LIMIT_BYTES,
  timeoutMs: 300_000,
  reply: z.strictObject({
    applied: z.boolean(),
    difference: ImportDifference,
    /** Devices whose address must not be called, so that they are not polled: the first thousand. */
    warnings: z.array(RefusedAddress),
  }),
  problems: ['IMPORT_OUT_OF_MEMORY', 'IMPORT_TOO_SLOW', 'NETWORK_FILE_INVALID'],
});
