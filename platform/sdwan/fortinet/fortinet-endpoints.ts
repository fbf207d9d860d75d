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

const inArea = (api: string, area: string): boolean =>
  Object.hasOwn(areas, api) && areas[api]?.has(area) === true;

const isSystemTable = (area: string, table: string): boolean => area !== 'system' || systemTables.has(table);

/** `/api/v2/monitor/AREA/…` and `/api/v2/cmdb/AREA/…` of the FortiGates. */
function ofGates([version, api = '', area = '', ...below]: readonly string[]): boolean {
  if (version !== 'v2' || !inArea(api, area) || !isShown(below)) return false;
  return api === 'monitor' || isSystemTable(area, below[0] ?? '');
}

/** `/dvmdb/adom/ADOM/TABLE/…`. */
const ofDevices = ([table, ...below]: readonly string[]): boolean =>
  table === undefined || (managerTables.has(table) && isShown(below));

/** `/pm/config/adom/ADOM/obj/AREA/…`. */
const ofObjects = ([kind, area = '', ...below]: readonly string[]): boolean =>
  kind === 'obj' && configured.has(area) && isShown(below);

/** The part of a path behind `adom/ADOM`; undefined for another ADOM, and outside of one. */
const withinAdom = (
  [kind, owner, ...below]: readonly string[],
  adom: string,
): readonly string[] | undefined => (kind === 'adom' && owner === adom ? below : undefined);

function ofManager([database, ...remaining]: readonly string[], adom: string): boolean {
  if (database === 'dvmdb') return ofDevices(withinAdom(remaining, adom) ?? ['']);
  const [config, ...below] = remaining;
  return database === 'pm' && config === 'config' && ofObjects(withinAdom(below, adom) ?? []);
}

/** What dashlets may read of a FortiManager and of the FortiGates of one of its ADOMs. */
export const fortinetEndpoints = (adom: string): EndpointRule => ({
  kind: 'fortinet',
  tenant: adom,
  below: `/api/v2/, /dvmdb/adom/${adom}/`,
  allows: (segments) => (segments[0] === 'api' ? ofGates(segments.slice(1)) : ofManager(segments, adom)),
});
