import { z } from 'zod';
import { API, route } from '../route.ts';

/** An exporter missing from the inventory: its flows are counted, not stored. */
export const UnknownExporter = z.strictObject({
  address: z.string(),
  protocol: z.string(),
  domain: z.number(),
  packets: z.number(),
  records: z.number(),
  firstSeen: z.number(),
  lastSeen: z.number(),
  /** Agent id of the expired agent that it belonged to. */
  agent: z.string().optional(),
});
export type UnknownExporter = z.infer<typeof UnknownExporter>;

export const listUnknownExporters = route({
  method: 'GET',
  path: `${API}/mt/monitoring-collect/unknown`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SUPPORT.COLLECT.read',
  summary: 'Exporters missing from the inventory',
  reply: z.strictObject({ exporters: z.array(UnknownExporter) }),
  problems: ['UNAVAILABLE'],
});
