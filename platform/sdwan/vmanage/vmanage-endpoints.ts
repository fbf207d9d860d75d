import type { EndpointRule } from '../endpoint-rules.ts';

/**
 * Interfaces of vManage for monitoring (Cisco Catalyst SD-WAN Manager API, sections Real-Time Monitoring, Monitoring and Troubleshooting).
 * Not those of sessions, users, tenants, settings, templates, certificates and bootstraps.
 */
const areas: ReadonlySet<string> = new Set([
  'alarms',
  'data',
  'device',
  'event',
  'group',
  'health',
  'network',
  'statistics',
  'topology',
]);

/** Below them, what returns configurations, users and keys, or acts on devices. */
const HIDDEN =
  /^(?:aaa|action|admintech.*|bootstrap|cli|config|configuration|credentials?|crypto|csr|download|keys?|keyinfo|passwords?|running|running-config|secret|snmp|startup|tools?|token|tokens|upload|users?|zerotouch)$/i;

const names = [...areas].join(', ');

/** What dashlets may read of a vManage. The session that it is read with is the tenant's. */
export const vmanageEndpoints = (tenant: string): EndpointRule => ({
  kind: 'vmanage',
  tenant,
  below: `/dataservice/ (${names})`,
  allows: ([base, area = '', ...below]) =>
    base === 'dataservice' && areas.has(area) && !below.some((segment) => HIDDEN.test(segment)),
});
