import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  by: 'Couleur d’un site',
  by_alarms: 'Pire alarme en cours',
  by_value: 'Niveau d’un KPI',
  size: 'Taille d’un site',
  size_same: 'Identique pour tous',
  size_value: 'Valeur d’un KPI',
  bothHint: 'Le premier KPI donne la couleur, le dernier la taille.',
  sizeIs: 'Taille\u00A0: {{name}}',
  sizesOf: 'Échelle des tailles\u00A0: {{name}}',
  upTo: '≤ {{value}}',
  valueOf: '{{name}} {{value}}',
  listOf: 'Sites de {{title}}',
  mapOf: 'Carte de {{title}}',
  noSite: 'Aucun site ne correspond aux filtres',
  noPosition_one: '{{count}} site sans position.',
  noPosition_other: '{{count}} sites sans position.',
  alarms_one: '{{count}} alarme',
  alarms_other: '{{count}} alarmes',
  noThresholds: 'Les sites ont un état dès qu’il y a des seuils.',
  unwatched:
    'Aucune définition d’alarme ne porte sur cette sélection\u00A0: sans alarme, l’état d’un site est inconnu.',
  undecided: 'Les alarmes ne sont plus évaluées\u00A0: sans alarme, l’état d’un site est inconnu.',
  site: 'Site',
  city: 'Ville',
  state: 'État',
  running: 'Alarmes en cours',
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
} satisfies Like<typeof en>;
