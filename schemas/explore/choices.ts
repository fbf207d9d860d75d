import type { DimensionId } from './fields.ts';

/** What addresses of pages need of the explorer, without the dimensions and the language of filters. */

/** What is counted: volumes of the period, or rates, which are volumes by the time of the period or of a step. */
export const exploreMeasures = ['bytes', 'packets', 'flows', 'bps', 'pps'] as const;

/** Lengths of steps in seconds; `auto`: the shortest with at most 300 steps, `none`: only the values of the period. */
export const exploreSteps = [60, 300, 900, 3_600, 21_600, 86_400] as const;

/** Earlier periods of the same length: right before, or the same one a day or a week ago. */
export const exploreComparisons = ['previous', 'day', 'week'] as const;

/** The dimensions in the order of `dimensions`. */
export const dimensionChoices = [
  'customer',
  'site',
  'remote-site',
  'source-site',
  'destination-site',
  'way',
  'application',
  'class',
  'dscp',
  'protocol',
  'source-port',
  'destination-port',
  'source-address',
  'destination-address',
  'source-subnet',
  'destination-subnet',
  'source-as',
  'destination-as',
  'source-country',
  'destination-country',
  'exporter',
  'in-interface',
  'out-interface',
  'direction',
  'next-hop',
  'vrf',
  'egress-vrf',
  'tcp-flags',
  'vlan',
  'post-vlan',
  'mpls-label',
  'user',
  'client',
  'client-mac',
  'forwarding-status',
  'end-reason',
  'nat-source',
  'nat-destination',
  'firewall-event',
] as const satisfies readonly DimensionId[];
