import { z } from 'zod';
import { CONFIGURATION_STATUS, environmentFaults } from '#platform/env/config.ts';
import { nearName } from '#platform/env/near-name.ts';
import { tlsFileFaults } from '#platform/env/path-variables.ts';
import { engineEnvironment } from '#engine/environment.ts';
import { jobsEnvironment } from '#engine/jobs/environment.ts';
import { notificationEnvironment } from '#engine/notification/environment.ts';
import { discoveryEnvironment } from '#ingest/discovery/environment.ts';
import { collectorEnvironment } from '#ingest/flow/environment.ts';
import { sdwanEnvironment } from '#ingest/sdwan/environment.ts';
import { pollerEnvironment } from '#ingest/snmp/environment.ts';
import { writerEnvironment } from '#ingest/writer/environment.ts';
import { serverEnvironment } from '#server/environment.ts';
import type { Tier } from '#schemas/tier/tier.ts';
import type { StartArguments } from '../arguments.ts';
import { startConfiguration, startEnvironment, type StartConfiguration } from '../configuration.ts';
import { takenPorts, requiredPorts } from './ports.ts';
import { readDocuments, readNetworkFile, StartError } from '../preparation.ts';
import { demonstrationEnvironment } from '../processes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of each process. */
export const processEnvironments: Readonly<Record<Tier, z.ZodType>> = {
  writer: writerEnvironment,
  engine: engineEnvironment,
  notification: notificationEnvironment,
  server: serverEnvironment,
  collector: collectorEnvironment,
  poller: pollerEnvironment,
  discovery: discoveryEnvironment,
  sdwan: sdwanEnvironment,
  jobs: jobsEnvironment,
};

/** Read elsewhere: by single commands, the demonstration network and hot reload. */
export const otherVariables = ['VITE_PORT', 'HISTORY_DAYS', 'NODE_EXTRA_CA_CERTS', 'PLAIN_STORES'] as const;

/** The variables of a schema; a transformation around them is looked through. */
export const shapeOf = (schema: z.ZodType): Readonly<Record<string, z.ZodType>> => {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
};

/** The names of all variables. */
export const knownVariables = (): ReadonlySet<string> =>
  new Set([
    ...[startEnvironment, ...Object.values(processEnvironments)].flatMap((schema) =>
      Object.keys(shapeOf(schema)),
    ),
    ...otherVariables,
  ]);

/** Stores that are started here have addresses of this machine, which are not known yet. */
const EMBEDDED = {
  CLICKHOUSE_URL: 'http://127.0.0.1',
  DATABASE_URL: 'postgres://127.0.0.1/telltale',
  NATS_URL: 'nats://127.0.0.1',
} as const;

const isSet = (text: string | undefined): boolean => (text?.trim() ?? '') !== '';

/** The environment of the processes, as far as it is known before anything starts. */
function environmentOfProcesses(env: Environment, isDemonstration: boolean): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => isSet(text)));
  // Each process gets a free port for its health.
  return { ...(isDemonstration ? demonstrationEnvironment : {}), ...EMBEDDED, ...given, HEALTH_PORT: '0' };
}

/** The first line of each variable: several processes read the same one. */
function firstOfEach(lines: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  for (const line of lines) {
    const [name = ''] = line.split(':');
    if (!first.has(name)) first.set(name, line);
  }
  return [...first.values()];
}

export const portVariables = {
  tcp: ['PORT', 'NATS_PORT', 'CLICKHOUSE_PORT', 'POSTGRES_PORT'],
  udp: ['NETFLOW_PORT', 'IPFIX_PORT', 'SFLOW_PORT'],
} as const satisfies Record<string, readonly (keyof StartConfiguration)[]>;

/** Returns a line for each port that two variables name. */
export function equalPorts(config: Readonly<Partial<StartConfiguration>>): readonly string[] {
  return Object.values(portVariables).flatMap((names) =>
    names.flatMap((name, at) => {
      const port = config[name];
      const other = names.slice(0, at).find((earlier) => config[earlier] === port);
      if (other === undefined || port === undefined || port === 0) return [];
      return [`${name}: expected another port than that of ${other}, got ${String(port)}`];
    }),
  );
}

/** The lines of a StartError; none without. */
function linesOf(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n');
    throw error;
  }
}

/** Returns a line for each variable whose name is unknown and near that of a known one. */
export function strangeNames(env: Environment): readonly string[] {
  const known = knownVariables();
  return Object.keys(env)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = nearName(name, known);
      return meant === undefined || isSet(env[meant]) ? [] : [`${name} is not known: ${meant} is meant?`];
    });
}

interface CheckedStart {
  readonly faults: readonly string[];
  readonly config: StartConfiguration | undefined;
}

/**
 * Checks all that the environment, the arguments and the network file say, before a store or a process starts. Ports are not looked at
 * while the processes of a killed supervisor may have them.
 */
export async function checkStart(
  { demo, network, documents }: Pick<StartArguments, 'demo' | 'network' | 'documents'>,
  env: Environment,
  isAfterCrash: boolean,
): Promise<CheckedStart> {
  const ofProcesses = environmentOfProcesses(env, demo !== undefined);
  const own = environmentFaults(startEnvironment, env);
  const config = own.length === 0 ? startConfiguration(env) : undefined;
  const variables = firstOfEach([
    ...own,
    ...Object.values(processEnvironments).flatMap((schema) => environmentFaults(schema, ofProcesses)),
  ]);
  const equal = config === undefined ? [] : equalPorts(config);
  const taken =
    config === undefined || isAfterCrash || equal.length > 0
      ? []
      : await takenPorts(config.HOST, requiredPorts(config));
  return {
    config,
    faults: [
      ...variables,
      ...equal,
      ...tlsFileFaults(env),
      ...taken,
      ...linesOf(() => (network === undefined ? undefined : readNetworkFile(network))),
      ...linesOf(() => readDocuments(documents)),
    ],
  };
}

/** Returns the configuration, or prints what is wrong and ends the process. */
export async function checkedConfiguration(
  desired: Pick<StartArguments, 'demo' | 'network' | 'documents'>,
  isAfterCrash: (config: StartConfiguration) => boolean,
): Promise<StartConfiguration> {
  for (const line of strangeNames(process.env)) process.stderr.write(`${line}\n`);
  const first = environmentFaults(startEnvironment, process.env).length === 0;
  const { faults, config } = await checkStart(
    desired,
    process.env,
    first && isAfterCrash(startConfiguration()),
  );
  if (config !== undefined && faults.length === 0) return config;
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(CONFIGURATION_STATUS);
}
