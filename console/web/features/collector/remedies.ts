import type { ExporterIssue } from './exporter-issues.ts';

/** Makers and programs whose commands are known. */
export const platforms = ['ios-xe', 'ios-xr', 'junos', 'fortios', 'huawei', 'mikrotik', 'softflowd'] as const;
export type Platform = (typeof platforms)[number];

/** As their makers write them. */
export const platformNames: Readonly<Record<Platform, string>> = {
  'ios-xe': 'Cisco IOS XE',
  'ios-xr': 'Cisco IOS XR',
  junos: 'Juniper Junos',
  fortios: 'Fortinet FortiOS',
  huawei: 'Huawei VRP',
  mikrotik: 'MikroTik RouterOS',
  softflowd: 'softflowd',
};

/** Issues with something to type on the device. */
export type MendedIssue = Exclude<ExporterIssue, 'unknownElements'>;

type Commands = Readonly<Record<MendedIssue, readonly string[]>>;

/** Stand for addresses of the network, and for the port of the collector, which is known. */
const COLLECTOR = '<collector>';
const NTP = '<ntp-server>';
const PORT = '<port>';

/** Ends a running softflowd, and starts it with other options. */
const restarted = (options: string): readonly string[] => [
  'softflowctl shutdown',
  `softflowd -i <interface> -v 9 ${options}-n ${COLLECTOR}:${PORT}`,
];

/**
 * Sources, as of November 2026:
 * - IOS XE: "Command Reference, Cisco IOS XE Everest 16.6 (Catalyst 3650), Flexible NetFlow": active timeout from 30 s, samplers of 1 out
 *   of 2 to 1,024, an exporter without a source interface stays disabled.
 * - IOS XR: "NetFlow Commands" of the ASR 9000 command reference, "Configuring NetFlow on Cisco IOS XR Software" (NCS 540, 7.4), and
 *   "Configuring Network Time Protocol" (NCS 5500, 6.2): `server` in the mode of `ntp`. NCS takes powers of two as sampling rates.
 * - Junos: CLI Reference `[edit services flow-monitoring]`, ranges 10 to 600 s. FortiOS: CLI Reference 7.6 `config system netflow`, timeouts
 *   from 60 s. Huawei: NetEngine 8000 command reference, intervals in minutes.
 * - RouterOS 7: help.mikrotik.com "Traffic Flow" (packet sampling from 7.1 on) and "NTP" (servers are a list of their own; version 6 has
 *   `primary-ntp`).
 * - softflowd 1.1: softflowd(8) and softflowctl(8); a running one holds its pid file and control socket, so it is shut down first.
 * - Linux: timedatectl(1), timesyncd.conf(5).
 */
const commands: Readonly<Record<Platform, Commands>> = {
  'ios-xe': {
    idle: [
      'show flow exporter TELLTALE statistics',
      'show flow interface',
      'configure terminal',
      'flow exporter TELLTALE',
      ` destination ${COLLECTOR}`,
      ` transport udp ${PORT}`,
      ' source Loopback0',
    ],
    rejected: ['configure terminal', 'flow exporter TELLTALE', ' export-protocol netflow-v9'],
    sampler: [
      'configure terminal',
      'flow exporter TELLTALE',
      ' option sampler-table timeout 60',
      'end',
      'show sampler',
    ],
    quarantine: [
      'configure terminal',
      'flow monitor TELLTALE',
      ' cache timeout active 60',
      'end',
      'show interfaces | include BW',
    ],
    templates: ['configure terminal', 'flow exporter TELLTALE', ' template data timeout 60'],
    lost: [
      'show flow exporter TELLTALE statistics',
      'configure terminal',
      'flow exporter TELLTALE',
      ' dscp 16',
      'sampler TELLTALE',
      ' mode random 1 out-of 1024',
    ],
    clock: ['show ntp status', 'configure terminal', `ntp server ${NTP}`],
  },
  'ios-xr': {
    idle: [
      'show flow exporter TELLTALE location 0/0/CPU0',
      'configure',
      'flow exporter-map TELLTALE',
      ` destination ${COLLECTOR}`,
      ` transport udp ${PORT}`,
      ' source Loopback0',
      'commit',
    ],
    rejected: ['configure', 'flow exporter-map TELLTALE', ' version v9', 'commit'],
    sampler: [
      'configure',
      'flow exporter-map TELLTALE',
      ' version v9',
      '  options sampler-table timeout 60',
      'commit',
    ],
    quarantine: ['configure', 'flow monitor-map TELLTALE', ' cache timeout active 60', 'commit'],
    templates: [
      'configure',
      'flow exporter-map TELLTALE',
      ' version v9',
      '  template data timeout 60',
      '  template options timeout 60',
      'commit',
    ],
    lost: [
      'show flow platform producer statistics location 0/0/CPU0',
      'configure',
      'flow exporter-map TELLTALE',
      ' dscp 16',
      'sampler-map TELLTALE',
      ' random 1 out-of 1024',
      'commit',
    ],
    clock: ['show ntp status', 'configure', 'ntp', ` server ${NTP}`, 'commit'],
  },
  junos: {
    idle: [
      'show services accounting status inline-jflow fpc-slot 0',
      'configure',
      `set forwarding-options sampling instance TELLTALE family inet output flow-server ${COLLECTOR} port ${PORT} version-ipfix template TELLTALE`,
      'commit',
    ],
    rejected: [
      'configure',
      `set forwarding-options sampling instance TELLTALE family inet output flow-server ${COLLECTOR} version-ipfix template TELLTALE`,
      'commit',
    ],
    sampler: [
      'configure',
      'set services flow-monitoring version-ipfix template TELLTALE option-refresh-rate seconds 60',
      'commit',
    ],
    quarantine: [
      'configure',
      'set services flow-monitoring version-ipfix template TELLTALE flow-active-timeout 60',
      'commit',
    ],
    templates: [
      'configure',
      'set services flow-monitoring version-ipfix template TELLTALE template-refresh-rate seconds 60',
      'set services flow-monitoring version-ipfix template TELLTALE option-refresh-rate seconds 60',
      'commit',
    ],
    lost: [
      'show services accounting errors inline-jflow fpc-slot 0',
      'configure',
      'set forwarding-options sampling instance TELLTALE input rate 1000',
      'commit',
    ],
    clock: ['show ntp status', 'configure', `set system ntp server ${NTP}`, 'commit'],
  },
  fortios: {
    idle: [
      'diagnose test application sflowd 3',
      'config system netflow',
      '  config collectors',
      '    edit 1',
      `      set collector-ip ${COLLECTOR}`,
      `      set collector-port ${PORT}`,
      '    next',
      '  end',
      'end',
      'config system interface',
      '  edit <interface>',
      '    set netflow-sampler both',
      '  next',
      'end',
    ],
    rejected: ['get system netflow', `diagnose sniffer packet any 'udp port ${PORT}' 6 10`],
    sampler: ['config system netflow', '  set template-tx-timeout 60', 'end'],
    quarantine: ['config system netflow', '  set active-flow-timeout 60', 'end'],
    templates: [
      'config system netflow',
      '  set template-tx-timeout 60',
      '  set template-tx-counter 20',
      'end',
    ],
    lost: [
      'diagnose test application sflowd 3',
      'config system netflow',
      '  set active-flow-timeout 300',
      'end',
    ],
    clock: [
      'diagnose sys ntp status',
      'config system ntp',
      '  set ntpsync enable',
      '  set type custom',
      '  config ntpserver',
      '    edit 1',
      `      set server ${NTP}`,
      '    next',
      '  end',
      'end',
    ],
  },
  huawei: {
    idle: [
      'display ip netstream export all',
      'system-view',
      `ip netstream export host ${COLLECTOR} ${PORT}`,
      'ip netstream export source <address>',
      'commit',
    ],
    rejected: ['system-view', 'ip netstream export version 9', 'commit'],
    sampler: [
      'system-view',
      'ip netstream export template option sampler',
      'ip netstream export template option timeout-rate 1',
      'commit',
    ],
    quarantine: ['system-view', 'ip netstream timeout active 1', 'commit'],
    templates: [
      'system-view',
      'ip netstream export template timeout-rate 1',
      'ip netstream export template option timeout-rate 1',
      'commit',
    ],
    lost: [
      'display ip netstream statistics',
      'system-view',
      'interface <interface>',
      ' ip netstream sampler fix-packets 1000 inbound',
      'commit',
    ],
    clock: ['display ntp status', 'system-view', `ntp unicast-server ${NTP}`, 'commit'],
  },
  mikrotik: {
    idle: [
      '/ip traffic-flow print',
      '/ip traffic-flow set enabled=yes interfaces=all',
      `/ip traffic-flow target add dst-address=${COLLECTOR} port=${PORT} version=9`,
    ],
    rejected: ['/ip traffic-flow target set [find] version=9'],
    sampler: ['/ip traffic-flow set packet-sampling=no'],
    quarantine: ['/ip traffic-flow set active-flow-timeout=1m'],
    templates: ['/ip traffic-flow target set [find] v9-template-timeout=1m v9-template-refresh=20'],
    lost: ['/ip traffic-flow set cache-entries=256k active-flow-timeout=5m'],
    clock: [
      '/system ntp client print',
      '/system ntp client set enabled=yes mode=unicast',
      `/system ntp client servers add address=${NTP}`,
    ],
  },
  softflowd: {
    idle: ['softflowctl statistics', ...restarted('')],
    rejected: restarted(''),
    sampler: restarted('-s 1 '),
    quarantine: ['softflowctl timeouts', ...restarted('-t maxlife=60 ')],
    templates: ['softflowctl send-template', ...restarted('-t maxlife=60 ')],
    lost: ['softflowctl statistics', ...restarted('-m 65536 ')],
    clock: ['timedatectl status', 'timedatectl set-ntp true'],
  },
};

/** The commands for an issue; `port` is that of the collector. What only the network knows stands in angle brackets. */
export const commandsFor = (issue: MendedIssue, platform: Platform, port: number): string =>
  commands[platform][issue].map((line) => line.replaceAll(PORT, String(port))).join('\n');

export const isMended = (issue: ExporterIssue): issue is MendedIssue => issue !== 'unknownElements';
