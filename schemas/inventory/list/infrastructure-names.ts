import type { Infrastructure } from './infrastructure.ts';

/** Types of infrastructure in words. */
export const infrastructureNames = {
  router: { en: 'Router', fr: 'Routeur' },
  'wan access': { en: 'WAN access', fr: 'Accès WAN' },
  'cisco iwan': { en: 'Cisco IWAN (PfR)', fr: 'Cisco IWAN (PfR)' },
  'ipsla probe': { en: 'IP SLA probe', fr: 'Sonde IP SLA' },
  'cloud access': { en: 'Cloud access', fr: 'Accès cloud' },
  cloud: { en: 'Cloud', fr: 'Cloud' },
} as const satisfies Record<Infrastructure, { readonly en: string; readonly fr: string }>;
