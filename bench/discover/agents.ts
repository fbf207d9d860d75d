/** `node agents.ts COUNT`: starts agents of a fleet spread over a /16 of loopback, and sends their UDP port to the parent. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { deviceCounters } from '#demo/counters.ts';
import { buildFleet } from '#demo/fleet.ts';
import type { FleetDevice } from '#demo/model.ts';
import { mibOf } from '#demo/snmp/mib.ts';
import { snmpAgent } from '#demo/snmp/snmp-agent.ts';
import { BENCH_COMMUNITY } from '../snmp-poll/device.ts';

const CUSTOMERS = 12;
/** Between two agents. */
const STEP = 32;
/** A second at which no device is down. */
const T = 90_000_000;

const count = Number(process.argv[2]);
const fleet = buildFleet({ customers: CUSTOMERS, sites: count, seed: 1 });

async function open(device: FleetDevice, at: number, port: number): Promise<Socket> {
  const agent = snmpAgent(mibOf(device, deviceCounters(device, [], fleet.seed)), BENCH_COMMUNITY);
  const socket = createSocket({ type: 'udp4' });
  socket.on('message', (datagram, sender) => {
    const reply = agent(datagram, T);
    if (reply !== undefined) socket.send(reply, sender.port, sender.address);
  });
  const place = at * STEP + 1;
  socket.bind(port, `127.8.${String(place >> 8)}.${String(place & 255)}`);
  await once(socket, 'listening');
  return socket;
}

let port = 0;
for (const [at, device] of fleet.devices.entries()) port = (await open(device, at, port)).address().port;
process.send?.({ port });
process.on('disconnect', () => process.exit());
