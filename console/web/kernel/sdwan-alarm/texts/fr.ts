import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  state: 'État',
  state_raised: 'En cours',
  state_cleared: 'Terminée',
  state_event: 'Événement',
  severity: 'Gravité',
  severity_critical: 'Critique',
  severity_major: 'Majeure',
  severity_minor: 'Mineure',
  severity_info: 'Information',
  alarm: 'Alarme',
  device: 'Équipement',
  raisedAt: 'Début',
  clearedAt: 'Fin',
  atManager: 'Vu par le gestionnaire SD-WAN',
} satisfies Like<typeof en>;
