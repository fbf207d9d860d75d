import type { EndpointRule } from '../endpoint-rules.ts';

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Areas of FortiOS (FortiOS REST API reference) by interface. Not users, VPN keys and certificates. */
const areas: Readonly<Record<string, ReadonlySet<string>>> = {
  monitor: words(
    'endpoint-control extender-controller firewall fortiview geoip ips license log network router sdwan',
    'switch-controller system utm virtual-wan vpn webfilter wifi',
  ),
  cmdb: words('application firewall router switch-controller system webfilter'),
};

/** Of the area `system` of the configuration, the network. */
const systemTables = words(
  'dns global interface link-monitor ntp sdwan settings status vdom-link virtual-wan-link zone',
);

/** Objects of a FortiManager: devices, and what its policies are made of. */
const managerTables = words('device group');
const configured = words('application dynamic firewall wanprof webfilter');

/** Below them, what returns configurations, accounts and keys, or acts on devices. */
const HIDDEN =
  /^(?:accprofile|admin.*|api-user|backup|captive-portal|certificates?|cli|config|config-revision|config-script|debug|download|firmware|fortiguard|fortimanager|fortitoken.*|generate-key|key.*|local|password.*|psk.*|radius|restore|security-fabric|sniffer|snmp.*|sso-.*|tacacs.*|token.*|upload|users?|usb-log|web-ui.*)$/i;

const isShown = (segments: readonly string[]): boolean => !segments.some((segment) => HIDDEN.test(segment));

/** `/api/v2/monitor/AREA/…` and `/api/v2/cmdb/AREA/…` of the FortiGates. */
const ofGates = ([version, api = '', area = '', table = '', ...below]: readonly string[]): boolean =>
  version === 'v2' &&
  Object.hasOwn(areas, api) &&
  areas[api]?.has(area) === true &&
  isShown([table, ...below]) &&
  (api !== 'cmdb' || area !== 'system' || systemTables.has(table));

/** `/dvmdb/adom/ADOM/TABLE/…` and `/pm/config/adom/ADOM/obj/AREA/…` of the FortiManager. */
const ofManager =
  (adom: string) =>
  ([database, ...rest]: readonly string[]): boolean => {
    const [kind, owner, ...below] = database === 'pm' ? rest.slice(1) : rest;
    if (kind !== 'adom' || owner !== adom || !isShown(below)) return false;
    const [first = '', second = ''] = below;
    if (database === 'dvmdb') return below.length === 0 || managerTables.has(first);
    return database === 'pm' && rest[0] === 'config' && first === 'obj' && configured.has(second);
  };

/** What dashlets may read of a FortiManager and of the FortiGates of one of its ADOMs. */
export const fortinetEndpoints = (adom: string): EndpointRule => ({
  kind: 'fortinet',
  tenant: adom,
  below: `/api/v2/, /dvmdb/adom/${adom}/`,
  allows: ([first, ...rest]) =>
    first === 'api' ? ofGates(rest) : ofManager(adom)(first === undefined ? [] : [first, ...rest]),
});
