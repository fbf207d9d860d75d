import type { EndpointRule } from '../endpoint-rules.ts';

const VERSION = /^v\d{1,2}(?:_\d{1,2})?$/;

/** Objects of the network (Nuage VSD API reference). Not users, groups, certificates, bootstraps and settings of the VSD. */
const resources: ReadonlySet<string> = new Set(
  [
    'alarms applicationbindings applicationperformancemanagements applications bfdsessions bgpneighbors',
    'bridgeinterfaces containerinterfaces domains domaintemplates egressqospolicies enterprisenetworks',
    'enterprises eventlogs gateways hostinterfaces ingressqospolicies l2domains locations monitorscopes',
    'networkmacrogroups networkperformancebindings networkperformancemeasurements nsgateways',
    'nsgatewayscounts nsgatewaysummaries nsggroups nsginfos nsports performancemonitors policygroups ports',
    'publicnetworks qos ratelimiters redundancygroups routes sharednetworkresources staticroutes statistics',
    'subnets testruns tests testsuiteruns testsuites underlays uplinkconnections vlans vminterfaces vms',
    'vports vrss wirelessports zones',
  ].flatMap((line) => line.split(' ')),
);

const API = '/nuage/api/v6';

/** Within one enterprise: its object, and the lists below it. */
const ofEnterprise =
  (enterprise: string): EndpointRule['allows'] =>
  ([list, id, below, ...remaining]) =>
    list === 'enterprises' &&
    id === enterprise &&
    (below === undefined || resources.has(below)) &&
    remaining.length === 0;

/** Of an entire VSD: objects, and the lists below them. */
const ofAll: EndpointRule['allows'] = ([list = '', , below, ...remaining]) =>
  resources.has(list) && (below === undefined || resources.has(below)) && remaining.length === 0;

/** What dashlets may read of a VSD; an empty enterprise: all of it is the customer's. */
export function nuageEndpoints(enterprise: string): EndpointRule {
  const allowed = enterprise === '' ? ofAll : ofEnterprise(enterprise);
  return {
    kind: 'nuage',
    tenant: enterprise,
    below: enterprise === '' ? `${API}/` : `${API}/enterprises/${enterprise}`,
    allows: ([vendor, api, version = '', ...path]) =>
      vendor === 'nuage' && api === 'api' && VERSION.test(version) && allowed(path),
  };
}
