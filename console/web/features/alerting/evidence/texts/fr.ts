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
};
