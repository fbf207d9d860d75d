import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  quietTitle: 'Aucune alarme en cours',
  quietHint: 'Les nouvelles alarmes apparaissent ici automatiquement.',
  unmonitored: 'Non supervisé',
  partly_one: '{{count}} site n’est pas supervisé\u00A0: gris sur la carte.',
  partly_other: '{{count}} sites ne sont pas supervisés\u00A0: gris sur la carte.',
  nothingTitle: 'Rien n’est encore supervisé',
  noDefinitionTitle: 'Aucune définition d’alarme n’est active',
  noDefinitionHint: 'Les valeurs sont collectées, mais aucune alarme ne peut se déclencher.',
  definitions: 'Définitions d’alarmes',
  inventory: 'Inventaire',
  'reason-address refused': 'son adresse ne doit pas être interrogée',
  'reason-no source': 'ni accès SNMP, ni adresse d’exporteur',
  'reason-no data': 'ni interrogation ni flux depuis une heure',
  'reason-no definition': 'aucune définition d’alarme n’est active',
  'reason-deactivated': 'sa collecte est désactivée',
  'reason-no device': 'aucun équipement',
} satisfies Like<typeof en>;
