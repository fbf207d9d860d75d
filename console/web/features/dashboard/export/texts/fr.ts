import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  csv: 'Télécharger en CSV',
  xlsx: 'Télécharger en Excel',
  json: 'Télécharger en JSON',
  time: 'Heure',
  'start-1d': 'Jour',
  'start-1w': 'Semaine du',
  'start-1mo': 'Mois du',
  document: 'Document',
  from: 'Du',
  until: 'Au',
  granularity: 'Granularité',
  kpi: 'KPI',
  id: 'Identifiant',
  aggregation: 'Agrégation',
  unit: 'Unité',
  annotations: 'Annotations',
  percent: 'Les pourcentages sont des nombres de 0 à 100.',
} satisfies Like<typeof en>;
