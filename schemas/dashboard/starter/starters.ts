import { managementHome, nocHome, serviceHome } from './home-starters.ts';
import { equipment, routing, sites, wan } from './network-starters.ts';
import { capacity, serviceLevel, tunnels, voice } from './service-starters.ts';
import type { Starter } from './starter.ts';
import { applicationTraffic, flowExport, qos, talkers } from './traffic-starters.ts';

/** Dashboards and home pages that the provider starts with, shared with every customer. */
export const starters: readonly Starter[] = [
  sites,
  wan,
  equipment,
  routing,
  qos,
  applicationTraffic,
  talkers,
  flowExport,
  tunnels,
  voice,
  serviceLevel,
  capacity,
  nocHome,
  serviceHome,
  managementHome,
];
