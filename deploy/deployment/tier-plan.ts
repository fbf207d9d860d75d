import { CONFIGURATION_STATUS } from '#platform/env/config.ts';
import { effectiveValues } from '#platform/env/effective-config.ts';
import { flagVariable } from '#platform/env/variable.ts';
import { DRAIN_MS } from '#platform/lifecycle/run-process.ts';
import type { ConfigurationValue } from '#schemas/configuration/configuration.ts';
import { tiers, type Tier } from '#schemas/tier/tier.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { z } from 'zod';
import { startEnvironment } from '../configuration.ts';
import { portVariables, processEnvironments, shapeOf } from '../check/check-start.ts';
import { tierPrograms } from '../tier/tier-programs.ts';

export interface DeploymentSize {
  /** Processes of each tier that shares its work. */
  readonly workers: number;
  readonly partitions: number;
}

export interface TierPort {
  readonly variable: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

export interface TierInstance {
  /** Unique in the deployment: `engine-2`, `server`. */
  readonly name: string;
  readonly tier: Tier;
  /** Variables of this process alone. */
  readonly env: Readonly<Record<string, string>>;
}

/** `/health/*` and `/metrics` of each process, on loopback of its container; units of one machine have free ports. */
export const HEALTH_PORT = 9_100;
/** Longer than a process drains. */
export const STOP_SECONDS = Math.ceil(DRAIN_MS / SECOND_MS) + 5;
/** A process whose configuration is invalid is not restarted. */
export const INVALID_STATUS = CONFIGURATION_STATUS;

/** The processes in start order. */
export const plannedTiers = Object.keys(processEnvironments) as Tier[];

const shapeOfTier = (tier: Tier): Readonly<Record<string, z.ZodType>> => shapeOf(processEnvironments[tier]);

export const readsVariable = (tier: Tier, name: string): boolean => name in shapeOfTier(tier);

/** The variable of the name under which a process shares its work; undefined: it has none. */
export function nameVariableOf(tier: Tier): string | undefined {
  const name = `${tier.toUpperCase()}_NAME`;
  return readsVariable(tier, name) ? name : undefined;
}

/** Arguments of Node. */
export function argumentsOf(tier: Tier): readonly string[] {
  const { script, nodeOptions = [] } = tierPrograms[tier];
  return [...nodeOptions, script];
}

/** The ports at which others reach a process, with their defaults. */
export const tierPorts = (tier: Tier): readonly TierPort[] =>
  (['tcp', 'udp'] as const).flatMap((protocol) =>
    portVariables[protocol].flatMap((variable) => {
      const reader = shapeOfTier(tier)[variable];
      return reader === undefined
        ? []
        : [{ variable, protocol, port: z.number().parse(reader.parse(undefined)) }];
    }),
  );

/** Collectors of one machine would need the same ports; each machine has one. */
const isShared = (tier: Tier): boolean => tier !== 'collector' && nameVariableOf(tier) !== undefined;

/** The processes of a tier. */
export function instancesOf(tier: Tier, size: DeploymentSize): readonly TierInstance[] {
  const { env = {} } = tierPrograms[tier];
  const variable = nameVariableOf(tier);
  const count = isShared(tier) ? size.workers : 1;
  return Array.from({ length: count }, (_, at): TierInstance => {
    const name = count === 1 ? tier : `${tier}-${String(at + 1)}`;
    return {
      name,
      tier,
      env: {
        ...env,
        ...(variable === undefined ? {} : { [variable]: name }),
      },
    };
  });
}

/** The variables that a deployment sets itself, for each process its own. */
const OWN = new Set([
  'HOST',
  'HEALTH_PORT',
  'TELLTALE_DATA',
  'STORES_FOLDER',
  'CONSOLE_URL',
  ...Object.values(portVariables).flat(),
  ...tiers.flatMap((tier) => nameVariableOf(tier) ?? []),
]);

export interface SharedVariable extends Pick<ConfigurationValue, 'name' | 'defaultValue'> {
  /** The processes, and the preparation of the stores, that read it. */
  readonly readers: readonly string[];
}

/** What `deploy/prepare-stores.ts` reads of the variables of `npm start`. */
const ofPreparation = startEnvironment.pick({
  NATS_REPLICAS: true,
  POSTGRES_ASYNCHRONOUS: true,
  RETENTION_RAW_DAYS: true,
  RETENTION_5M_DAYS: true,
  RETENTION_1H_DAYS: true,
  RETENTION_1D_DAYS: true,
  RETENTION_ALARMS_DAYS: true,
  RETENTION_STATISTICS_DAYS: true,
}).shape;
/** Read wherever an address of a store is. */
const OF_STORES = { PLAIN_STORES: flagVariable(false) };

/** The variables that an administrator may set for all processes, without secrets, by name. */
export function sharedVariables(): readonly SharedVariable[] {
  const shapes = {
    ...Object.fromEntries(plannedTiers.map((tier) => [tier, shapeOfTier(tier)])),
    prepare: ofPreparation,
  };
  const found = Object.entries(shapes).flatMap(([reader, shape]) =>
    effectiveValues({ schema: z.object({ ...shape, ...OF_STORES }), env: {}, config: {} })
      // The address of the console is none of those that contain a password.
      .filter(({ name, isSensitive }) => (!isSensitive || name === 'PUBLIC_URL') && !OWN.has(name))
      .map(({ name, defaultValue }) => ({ name, defaultValue, reader })),
  );
  return [...Map.groupBy(found, ({ name }) => name)]
    .map(([name, read]) => ({
      name,
      defaultValue: read[0]?.defaultValue ?? null,
      readers: read.map(({ reader }) => reader),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
