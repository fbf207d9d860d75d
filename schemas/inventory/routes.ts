import { z } from 'zod';
import { API, route } from '../route.ts';
import { componentKinds } from './component.ts';

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
  /** Names from the customer down: `acme / Paris / edge-1`. */
  name: z.string(),
  /** What differs; empty for what is added. */
  fields: z.array(z.string()),
});
export type ImportChange = z.infer<typeof ImportChange>;

/** What an import changes, or would change. */
export const ImportDifference = z.strictObject({
  counts: z.record(ImportedKind, Count),
  /** The first thousand; `counts` has them all. */
  changes: z.array(ImportChange),
});
export type ImportDifference = z.infer<typeof ImportDifference>;

const BODY_LIMIT_BYTES = 50 * 1_024 * 1_024;

/**
 * The body is a network file, YAML (`application/yaml`) or JSON. Applied as a whole or not at all; what it does not name stays
 * as it is. A file with faults is refused with `NETWORK_FILE_INVALID`: each fault with its path, line and column.
 */
export const importInventory = route({
  method: 'POST',
  path: `${API}/mt/inventory/import`,
  scope: 'admin',
  needs: 'NETWORK.PROVISIONING.write',
  summary: 'Bring customers, sites, devices, interfaces and cockpits of a network file into the inventory',
  query: z.strictObject({
    /** Answers the difference and changes nothing. */
    dryRun: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
  }),
  /** The text of the file. */
  body: z.string(),
  bodyLimit: BODY_LIMIT_BYTES,
  reply: z.strictObject({ applied: z.boolean(), difference: ImportDifference }),
  problems: ['NETWORK_FILE_INVALID'],
});
