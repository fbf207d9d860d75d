/** `node agents.ts COUNT`: starts agents, each at its own address, all with the same 24 ports, and sends their UDP port to the parent. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterOrigin, deviceCounters } from '#demo/counters.ts';
import { mibOf } from '#demo/snmp/mib.ts';
import { snmpAgent } from '#demo/snmp/snmp-agent.ts';
import { addressOf, benchDevice, BENCH_COMMUNITY } from './device.ts';

const device = benchDevice();
const agent = snmpAgent(mibOf(device, deviceCounters(device, [], 1)), BENCH_COMMUNITY);

async function open(at: number, port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4' });
  socket.on('message', (datagram, sender) => {
    const reply = agent(datagram, afterOrigin(Date.now()));
    if (reply !== undefined) socket.send(reply, sender.port, sender.address);
  });
  socket.bind(port, addressOf(at));
  await once(socket, 'listening');
  return socket;
}

const first = await open(0, 0);
const { port } = first.address();
for (let at = 1; at < Number(process.argv[2]); at += 1) await open(at, port);
process.send?.({ port });
process.on('disconnect', () => process.exit());
