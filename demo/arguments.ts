import { parseArgs } from 'node:util';
import { defaultFleet, type FleetOptions } from './model.ts';

export interface FleetArguments extends FleetOptions {
  readonly flowsPerSecond: number;
  /** UDP port of the agents, on every device's loopback address. */
  readonly agentPort: number;
}

export const defaultArguments: FleetArguments = { ...defaultFleet, flowsPerSecond: 300, agentPort: 1161 };

/** `--customers 14 --sites 200 --seed 2611 --flows-per-second 300 --agent-port 1161`; throws a TypeError that names what is wrong. */
export function fleetArguments(given: readonly string[]): FleetArguments {
  const { values } = parseArgs({
    args: [...given],
    strict: true,
    options: {
      customers: { type: 'string' },
      sites: { type: 'string' },
      seed: { type: 'string' },
      'flows-per-second': { type: 'string' },
      'agent-port': { type: 'string' },
      'started-ms': { type: 'string' },
    },
  });
  const { 'started-ms': startedMs } = values;
  const integer = (name: keyof typeof values, most: number, otherwise: number): number => {
    const text = values[name];
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (Number.isInteger(value) && value >= 0 && value <= most) return value;
    throw new TypeError(`--${name} ${text}: expected a whole number up to ${String(most)}`);
  };
  return {
    customers: Math.max(1, integer('customers', 10_000, defaultArguments.customers)),
    sites: Math.max(1, integer('sites', 65_000, defaultArguments.sites)),
    seed: integer('seed', 2 ** 31, defaultArguments.seed),
    flowsPerSecond: integer('flows-per-second', 1_000_000, defaultArguments.flowsPerSecond),
    startedMs: startedMs === undefined ? undefined : Number(startedMs),
    agentPort: integer('agent-port', 65_535, defaultArguments.agentPort),
  };
}

/** The same options as arguments of the process. */
export const asArguments = (options: FleetArguments): readonly string[] =>
  Object.entries({
    customers: options.customers,
    sites: options.sites,
    seed: options.seed,
    'flows-per-second': options.flowsPerSecond,
    'agent-port': options.agentPort,
    'started-ms': options.startedMs,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]));
