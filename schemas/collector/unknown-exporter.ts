import { z } from 'zod';
import { API, route } from '../route.ts';

/** An exporter that the inventory does not know: its flows are counted and listed, not stored. */
export const UnknownExporter = z.strictObject({
  address: z.string(),
  protocol: z.string(),
  domain: z.number(),
  packets: z.number(),
  records: z.number(),
  firstSeen: z.number(),
  lastSeen: z.number(),
});
export type UnknownExporter = z.infer<typeof UnknownExporter>;

export const listUnknownExporters = route({
  method: 'GET',
  path: `${API}/mt/monitoring-collect/unknown`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SUPPORT.COLLECT.read',
  summary: 'Exporters that the inventory does not know',
  reply: z.strictObject({ exporters: z.array(UnknownExporter) }),
  problems: ['UNAVAILABLE'],
});
