import type { Tier } from '#schemas/tier/tier.ts';
import {
  argumentsOf,
  instancesOf,
  INVALID_STATUS,
  plannedTiers,
  tierPorts,
  STOP_SECONDS,
  type DeploymentSize,
  type TierInstance,
} from './tier-plan.ts';
import { tierResources } from './tier-resources.ts';

const ROOT = '/opt/telltale';
const SETTINGS = '/etc/telltale';
const HEAD =
  '# Written by `npm run deployment`: change deploy/deployment, or use `systemctl edit`. docs/22-deployment.md says how it is used.';

/**
 * What a process may do: connect, listen, and write to its own folder. `MemoryDenyWriteExecute` is not possible, since V8 compiles. Chromium
 * contains its pages in namespaces of its own, which need what is denied to all others.
 */
function contained(tier: Tier | undefined): readonly string[] {
  const isBrowser = tier === 'jobs';
  return [
    'User=telltale',
    'Group=telltale',
    'UMask=0077',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'AmbientCapabilities=',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'ProtectClock=yes',
    'ProtectHostname=yes',
    'ProtectKernelLogs=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'ProtectControlGroups=yes',
    ...(isBrowser ? [] : ['ProtectProc=invisible', 'PrivateUsers=yes', 'RestrictNamespaces=yes']),
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'RemoveIPC=yes',
    'LockPersonality=yes',
    'KeyringMode=private',
    'SystemCallArchitectures=native',
    ...(isBrowser
      ? []
      : [
          'SystemCallFilter=@system-service',
          'SystemCallFilter=~@privileged @resources',
          'SystemCallErrorNumber=EPERM',
        ]),
  ];
}

const sections = (named: Readonly<Record<string, readonly string[]>>): string =>
  `${HEAD}\n${Object.entries(named)
    .map(([name, lines]) => `[${name}]\n${lines.join('\n')}\n`)
    .join('\n')}`;

function unitOf({ tier, name, env }: TierInstance): string {
  const { memoryMiB } = tierResources[tier];
  return sections({
    Unit: [
      `Description=Telltale ${name}`,
      'Wants=network-online.target',
      'Requires=telltale-prepare.service',
      'After=network-online.target telltale-prepare.service',
      'PartOf=telltale.target',
      'StartLimitIntervalSec=0',
    ],
    Service: [
      'Type=exec',
      `WorkingDirectory=${ROOT}`,
      `EnvironmentFile=${SETTINGS}/telltale.env`,
      `EnvironmentFile=${SETTINGS}/env/${tier}.env`,
      `Environment=TELLTALE_DATA=/var/lib/telltale/${name}`,
      // Exporters are on other machines; the server is behind a proxy.
      ...(tierPorts(tier).some(({ protocol }) => protocol === 'udp') ? ['Environment=HOST=0.0.0.0'] : []),
      ...Object.entries(env).map(([variable, value]) => `Environment=${variable}=${value}`),
      `ExecStart=${ROOT}/node_modules/node/bin/node ${argumentsOf(tier).join(' ')}`,
      'Restart=always',
      'RestartSec=2',
      `RestartPreventExitStatus=${String(INVALID_STATUS)}`,
      'KillMode=mixed',
      `TimeoutStopSec=${String(STOP_SECONDS)}`,
      `StateDirectory=telltale/${name}`,
      'StateDirectoryMode=0700',
      `MemoryLow=${String(memoryMiB.reserved)}M`,
      `MemoryMax=${String(memoryMiB.limit)}M`,
      ...contained(tier),
    ],
    Install: ['WantedBy=telltale.target'],
  });
}

const preparation = (): string =>
  sections({
    Unit: [
      'Description=Telltale: migrations, streams and accounts',
      'Wants=network-online.target',
      'After=network-online.target',
    ],
    Service: [
      'Type=oneshot',
      'RemainAfterExit=yes',
      `WorkingDirectory=${ROOT}`,
      `EnvironmentFile=${SETTINGS}/telltale.env`,
      `EnvironmentFile=${SETTINGS}/env/prepare.env`,
      'Environment=TELLTALE_DATA=/var/lib/telltale/prepare',
      `ExecStart=${ROOT}/node_modules/node/bin/node deploy/prepare-stores.ts`,
      'Restart=on-failure',
      'RestartSec=5',
      `RestartPreventExitStatus=${String(INVALID_STATUS)}`,
      'StateDirectory=telltale/prepare',
      'StateDirectoryMode=0700',
      ...contained(undefined),
    ],
  });

/** The units by their file names: a target, the preparation of the stores, and one per process. */
export function systemdUnits(size: DeploymentSize): Readonly<Record<string, string>> {
  const instances = plannedTiers.flatMap((tier) => instancesOf(tier, size));
  const target = sections({
    Unit: [
      'Description=Telltale',
      `Wants=${instances.map(({ name }) => `telltale-${name}.service`).join(' ')}`,
    ],
    Install: ['WantedBy=multi-user.target'],
  });
  return {
    'telltale.target': target,
    'telltale-prepare.service': preparation(),
    ...Object.fromEntries(instances.map((one) => [`telltale-${one.name}.service`, unitOf(one)])),
  };
}
