import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  definitionChanged: 'Définition modifiée',
  definitionChanges: 'Modifications de la définition',
  changedThreshold: '{{before}} → {{after}}',
  'changed-kpi': 'autre KPI',
  'changed-condition': 'condition',
  'changed-severity': 'gravité',
  'changed-clearing': 'délais de maintien',
  'changed-enabled': 'activation',
  'changed-formula': 'formule du KPI',
  openVersions: 'Ouvrir les versions',
  openDefinition: 'Ouvrir la définition',
  graph: '{{kpi}} dans le temps',
  graphSpan: 'Période du graphique',
  'span-1h': '1 h',
  'span-24h': '24 h',
  'span-7d': '7 j',
  graphStep: 'Un point par tranche de {{step}}',
  graphTime: 'Instant du graphique',
  graphSummary:
    '{{kpi}} sur {{span}}\u00A0: minimum {{min}}, maximum {{max}}, moyenne {{average}}, dernière valeur {{last}} ({{time}}). Seuil {{limit}}.',
  'graph-min': 'Min',
  'graph-max': 'Max',
  'graph-average': 'Moyenne',
  graphEmpty: 'Aucune mesure sur cette période',
  graphLegend: 'Lignes et zones du graphique',
  graphThreshold: 'Seuil {{limit}}',
  graphRunning: 'Alarme en cours',
};
