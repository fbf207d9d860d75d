import { z } from 'zod';
import { API, route } from '../route.ts';

/** What is known of an exporter outside the inventory, to fill in the form that adds it. */
export const DeviceProposal = z.strictObject({
  /** Customer and site whose networks contain the address; null: no network of a site does. */
  customer: z.int().nullable(),
  site: z.int().nullable(),
  /** By SNMP, else from the address. */
  name: z.string(),
  /** The stored credential that it responded to; empty: none was tried, or none fits. */
  credential: z.string(),
  /** What it said by SNMP; null: nothing. */
  snmp: z.strictObject({ name: z.string(), description: z.string() }).nullable(),
  /** What it announced with its flows. */
  templates: z.int(),
  optionsTemplates: z.int(),
  rates: z.array(z.number()),
  interfaces: z.array(z.string()),
});
export type DeviceProposal = z.infer<typeof DeviceProposal>;

/** Communities are sent in clear text: only to addresses in the network of a site, since the sender of a datagram may be forged. */
export const proposeDevice = route({
  method: 'GET',
  path: `${API}/mt/inventory/device/proposal`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'NETWORK.PROVISIONING.write',
  summary: 'What is known of an exporter outside the inventory, to add it as a device',
  query: z.strictObject({ address: z.union([z.ipv4(), z.ipv6()], { error: 'IP_ADDRESS_INVALID' }) }),
  reply: DeviceProposal,
  timeoutMs: 60_000,
});
