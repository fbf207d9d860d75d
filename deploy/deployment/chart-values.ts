import { stringify } from 'yaml';
import { release } from '#platform/lifecycle/release.ts';
import type { Tier } from '#schemas/tier/tier.ts';
import { tierPrograms } from '../tier/tier-programs.ts';
import {
  argumentsOf,
  HEALTH_PORT,
  instancesOf,
  nameVariableOf,
  plannedTiers,
  tierPorts,
  readsVariable,
  sharedVariables,
  STOP_SECONDS,
  type DeploymentSize,
} from './tier-plan.ts';
import { tierResources } from './tier-resources.ts';

const HEAD =
  '# Written by `npm run deployment`: change deploy/deployment, and override values in a file of your own.\n';

const yaml = (value: unknown): string => stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });

/** What a process of a tier is, in the words of Kubernetes. */
function processOf(tier: Tier, size: DeploymentSize) {
  const { cores, memoryMiB } = tierResources[tier];
  const { env = {} } = tierPrograms[tier];
  const nameVariable = nameVariableOf(tier);
  // Behind one address; the others reach the stores only.
  const replicas =
    tier === 'server' ? 2 : tier === 'collector' ? size.workers : instancesOf(tier, size).length;
  return {
    replicas,
    image: tier === 'jobs' ? 'jobs' : 'processes',
    args: argumentsOf(tier),
    env,
    ...(nameVariable === undefined ? {} : { nameVariable }),
    ...(readsVariable(tier, 'HOST') ? { listens: true } : {}),
    ...(readsVariable(tier, 'CONSOLE_URL') ? { callsServer: true } : {}),
    ports: tierPorts(tier).map(({ variable, protocol, port }) => ({
      name: variable
        .toLowerCase()
        .replace(/_port$/, '')
        .replace(/^port$/, 'http'),
      protocol: protocol.toUpperCase(),
      port,
    })),
    dataSize: tier === 'collector' ? '12Gi' : '64Mi',
    resources: {
      requests: { cpu: `${String(cores * 1_000)}m`, memory: `${String(memoryMiB.reserved)}Mi` },
      limits: { memory: `${String(memoryMiB.limit)}Mi` },
    },
  };
}

const valuesOf = (size: DeploymentSize) => ({
  images: { processes: `telltale:${release}`, jobs: `telltale-jobs:${release}`, pullPolicy: 'IfNotPresent' },
  imagePullSecrets: [],
  /** The secrets `<prefix>-prepare` and `<prefix>-<process>`, from the files of env/. */
  secretPrefix: 'telltale',
  environment: { PARTITIONS: String(size.partitions) },
  healthPort: HEALTH_PORT,
  stopSeconds: STOP_SECONDS,
  service: { type: 'ClusterIP', annotations: {} },
  collector: { type: 'LoadBalancer', annotations: {}, loadBalancerIP: '' },
  ingress: { enabled: false, className: '', host: '', tlsSecret: '', annotations: {} },
  /** A profile of the nodes that lets Chromium make namespaces; empty: that of the runtime. */
  jobsSeccompProfile: '',
  nodeSelector: {},
  tolerations: [],
  processes: Object.fromEntries(plannedTiers.map((tier) => [tier, processOf(tier, size)])),
});

/** JSON Schema of the values: Helm rejects a variable that no process reads. */
function schemaOf(values: ReturnType<typeof valuesOf>) {
  const text = { type: 'string' } as const;
  const variables = sharedVariables().map(({ name, defaultValue, readers }) => [
    name,
    {
      ...text,
      description: `${readers.join(', ')}${defaultValue === null ? '' : `; default: ${defaultValue}`}`,
    },
  ]);
  const processes = Object.keys(values.processes).map((tier) => [tier, { $ref: '#/$defs/process' }]);
  const natural = { type: 'integer', minimum: 0 } as const;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      environment: { type: 'object', additionalProperties: false, properties: Object.fromEntries(variables) },
      processes: { type: 'object', additionalProperties: false, properties: Object.fromEntries(processes) },
      secretPrefix: { ...text, minLength: 1 },
      healthPort: { type: 'integer', minimum: 1, maximum: 65_535 },
      stopSeconds: natural,
    },
    $defs: {
      process: {
        type: 'object',
        required: ['replicas', 'args', 'resources'],
        properties: { replicas: natural, args: { type: 'array', items: text }, env: { type: 'object' } },
      },
    },
  };
}

/** The generated files of the chart; its templates are written by hand and have no name of a process. */
export function chartFiles(size: DeploymentSize): Readonly<Record<string, string>> {
  const values = valuesOf(size);
  const chart = {
    apiVersion: 'v2',
    name: 'telltale',
    description: 'Telltale without its stores: NATS, ClickHouse and PostgreSQL are named by their addresses',
    type: 'application',
    version: release,
    appVersion: release,
    kubeVersion: '>=1.27.0-0',
  };
  return {
    'Chart.yaml': HEAD + yaml(chart),
    'values.yaml': HEAD + yaml(values),
    'values.schema.json': `${JSON.stringify(schemaOf(values), undefined, 2)}\n`,
  };
}
