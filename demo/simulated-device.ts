import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterOrigin, type DeviceCounters } from './counters.ts';
import type { FlowExporter } from './export/flow-exporter.ts';
import { mibOf } from './snmp/mib.ts';
import type { FleetDevice } from './model.ts';
import { snmpAgent } from './snmp/snmp-agent.ts';

export interface SimulatedDevice {
  /** Sends the flows due at this second; returns the number of datagrams. */
  readonly export: (nowMs: number) => number;
  readonly close: () => void;
}

interface Needs {
  readonly device: FleetDevice;
  readonly counters: DeviceCounters;
  readonly exporter: FlowExporter;
  readonly community: string;
  readonly agentPort: number;
  readonly collector: { readonly address: string; readonly netflowPort: number; readonly ipfixPort: number };
  readonly nowMs: () => number;
}

function respondToPolls(socket: Socket, { device, counters, community, nowMs }: Needs): void {
  const agent = snmpAgent(mibOf(device, counters), community);
  socket.on('message', (datagram, { address, port }) => {
    const t = afterOrigin(nowMs());
    if (!counters.responds(t)) return;
    const reply = agent(datagram, t);
    if (reply !== undefined) socket.send(reply, port, address);
  });
}

/** A device on its own loopback address: one socket responds to polls and sends flows, so both come from the same address. */
export async function simulatedDevice(needs: Needs): Promise<SimulatedDevice> {
  const { device, exporter, collector, agentPort } = needs;
  const socket = createSocket({ type: 'udp4' });
  respondToPolls(socket, needs);
  socket.bind(agentPort, device.address);
  await once(socket, 'listening');
  const port = device.flows.protocol === 'ipfix' ? collector.ipfixPort : collector.netflowPort;
  // A missing collector causes an ICMP error; a router ignores it too.
  socket.on('error', () => undefined);
  return {
    export(nowMs) {
      if (!exporter.isDue(Math.floor(nowMs / 1_000))) return 0;
      const datagrams = exporter.datagrams(nowMs);
      for (const datagram of datagrams) socket.send(datagram, port, collector.address);
      return datagrams.length;
    },
    close: () => {
      socket.close();
    },
  };
}
