import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { randomSequence } from '#demo/random.ts';

const codec = codecOf(flows);
const MAPPED_AT = 10;
const DEVICES = 600;

/**
 * Rows as 600 routers of 12 customers export them: random hosts and ports, 30 applications, 40 remote sites. Nearly every
 * row is its own group in the rollup, the most expensive case.
 */
export function writerFlowRows(count: number, { seed, nowMs }: { seed: number; nowMs: number }): Uint8Array {
  const source = randomSequence(seed);
  const chance = (below: number): number => source.integer(0, below - 1);
  const address = (): Uint8Array => {
    const bytes = new Uint8Array(16);
    bytes.fill(255, MAPPED_AT, MAPPED_AT + 2);
    for (let at = MAPPED_AT + 2; at < bytes.length; at += 1) bytes[at] = chance(256);
    return bytes;
  };
  const row = () => {
    const device = 1 + chance(DEVICES);
    return {
      customer: 1 + (device % 12),
      site: device,
      exporter: device,
      in_interface: device * 4 + chance(2),
      out_interface: device * 4 + 2 + chance(2),
      in_index: 1,
      out_index: 2,
      received: nowMs - chance(1_000),
      first: nowMs - 60_000 - chance(1_000),
      last: nowMs - chance(60_000),
      source_site: device,
      destination_site: chance(40),
      source: address(),
      destination: address(),
      next_hop: address(),
      source_port: chance(65_536),
      destination_port: chance(1_024),
      source_as: 0,
      destination_as: 0,
      vpn: chance(4),
      application: BigInt(chance(30)),
      protocol: chance(2) === 0 ? 6 : 17,
      dscp: chance(3) * 10,
      tcp_flags: chance(32),
      direction: chance(2),
      end_reason: 1,
      duplicate: 0,
      sampling: 1,
      bytes: BigInt(chance(100_000)),
      packets: BigInt(1 + chance(100)),
      egress_vpn: 0,
      mpls_label: 0,
      vlan: 0,
      post_vlan: 0,
      forwarding_status: 0,
    };
  };
  return codec.encode(Array.from({ length: count }, row));
}
