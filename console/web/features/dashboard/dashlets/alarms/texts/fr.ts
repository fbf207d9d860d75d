import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  listOf: 'Alarmes en cours de {{title}}',
  severity: 'Gravité',
  alarm: 'Alarme',
  place: 'Où',
  since: 'Depuis',
  value: 'Valeur',
  none: 'Aucune alarme en cours',
  noneUnhandled: 'Aucune alarme à traiter en cours',
  noneOfSeverity: 'Aucune alarme de ces gravités en cours',
  decidedUntil: 'Évalué jusqu’à {{time}}.',
  noDefinition: 'Aucune définition d’alarme active',
  noDefinitionHint: 'Rien ne déclenche d’alarme ici tant qu’un profil d’alarmes n’en contient pas.',
  noElement: 'Aucune définition d’alarme ne s’applique à cette sélection',
  noElementHint: 'La sélection ne contient aucun élément actif d’un type visé par une définition d’alarme.',
  undecided: 'Les alarmes ne sont plus évaluées',
  undecidedSince: 'La dernière fenêtre évaluée s’est terminée à {{time}}.',
  undecidedYet: 'Aucune fenêtre de ce client n’a encore été évaluée.',
  outdated: 'État à {{time}}\u00A0: aucune fenêtre évaluée depuis.',
  notOffered: 'L’alerting n’est pas activé sur cette installation',
  severities: 'Gravités',
  severitiesHint: 'Aucune sélection\u00A0: toutes.',
  onlyUnhandled: 'Alarmes à traiter uniquement',
} as const satisfies Like<typeof en>;
