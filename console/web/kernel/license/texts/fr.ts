import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  expired: 'La licence a expiré\u00A0: son dernier jour était le {{expires}}. La supervision se poursuit.',
  expires_one: 'La licence expire dans {{count}}\u00A0jour, le {{expires}}.',
  expires_other: 'La licence expire dans {{count}}\u00A0jours, le {{expires}}.',
  exceeded: 'La licence est dépassée\u00A0: {{usage}}. La supervision se poursuit.',
  nearly: 'Les unités de la licence sont presque épuisées\u00A0: {{usage}}.',
  usage: '{{units}} {{service}} sur {{contracted}}',
  device: 'équipements',
  exporter: 'exporteurs de flux',
  edge: 'équipements SD-WAN',
  probe: 'sondes',
  application: 'applications personnalisées',
} satisfies Like<typeof en>;
