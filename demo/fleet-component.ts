import type { Clock } from '#platform/clock/clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { sdwanKinds } from '#schemas/sdwan/kind.ts';
import type { FleetArguments } from './arguments.ts';
import { EXPORT_INTERVAL_S, flowExporter } from './export/flow-exporter.ts';
import { buildFleet } from './fleet.ts';
import { neighboursOf } from './flows.ts';
import { fleetCounters } from './story/fleet-counters.ts';
import { FLEET_COMMUNITY } from './network.ts';
import { withExportFaults, withoutExports, withStranger } from './story/plot.ts';
import { simulatedDevice, type SimulatedDevice } from './simulated-device.ts';
import { managerPort, measuredByManagers, SDWAN_MANAGERS, startManagers } from './sdwan/fleet-managers.ts';
import { TICKET_SYSTEM, ticketSystem } from './ticket-system.ts';

interface Needs {
  readonly options: FleetArguments;
  readonly collector: { readonly address: string; readonly netflowPort: number; readonly ipfixPort: number };
  readonly clock: Clock;
  readonly log: Log;
}

function openDevices({ options, collector, clock }: Needs): Promise<readonly SimulatedDevice[]> {
  const fleet = buildFleet(options);
  const countersOf = fleetCounters(fleet);
  const neighbours = neighboursOf(fleet);
  const devices =
    fleet.startedMs === undefined
      ? fleet.devices
      : withStranger(withExportFaults(withoutExports(fleet.devices, measuredByManagers(fleet))));
  const flowsPerExport = Math.round((options.flowsPerSecond * EXPORT_INTERVAL_S) / fleet.devices.length);
  return Promise.all(
    devices.map((device) => {
      const counters = countersOf(device);
      const exporter = flowExporter({
        seed: fleet.seed,
        device,
        counters,
        neighbours: neighbours(device),
        count: flowsPerExport,
      });
      return simulatedDevice({
        device,
        counters,
        exporter,
        collector,
        community: FLEET_COMMUNITY,
        agentPort: options.agentPort,
        nowMs: () => clock.now().getTime(),
      });
    }),
  );
}

/** TCP addresses of the demonstration besides its agents. */
export const serversOfFleet = (
  agentPort: number,
): readonly { readonly address: string; readonly port: number }[] => [
  { address: TICKET_SYSTEM, port: agentPort },
  ...sdwanKinds.map((kind) => ({ address: SDWAN_MANAGERS, port: managerPort(kind, agentPort) })),
];

/** The demonstration network: agents that respond to polls, exporters that send flows, each from its own loopback address. */
export function fleetComponent(needs: Needs): Component {
  const { options, clock, log } = needs;
  return {
    name: 'fleet',
    async start(signal) {
      const devices = await openDevices(needs);
      const tickets = options.startedMs === undefined ? undefined : await ticketSystem(options.agentPort);
      const fleet = buildFleet(options);
      const managers =
        options.startedMs === undefined
          ? []
          : await startManagers({
              fleet,
              countersOf: fleetCounters(fleet),
              agentPort: options.agentPort,
              clock,
            });
      log.info({ devices: devices.length, flowsPerSecond: options.flowsPerSecond }, 'fleet started');
      clock.every(
        1_000,
        () => {
          const nowMs = clock.now().getTime();
          for (const device of devices) device.export(nowMs);
        },
        signal,
      );
      return {
        stop() {
          tickets?.close();
          for (const manager of managers) manager.close();
          for (const device of devices) device.close();
          return Promise.resolve();
        },
      };
    },
  };
}
