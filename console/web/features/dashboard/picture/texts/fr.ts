import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  ofDashlet: 'Télécharger en PNG',
  ofPage: 'Télécharger la page en PNG',
  working: 'Création de l’image…',
  failed: 'Le navigateur n’a pas pu créer l’image.',
  expired: 'Export annulé\u00A0: les valeurs de {{title}} ont expiré et n’ont pas pu être actualisées.',
  waiting: 'Les valeurs de {{title}} seront exportées dès qu’elles seront disponibles…',
  pending:
    'Export impossible\u00A0: les valeurs de {{title}} ne sont pas encore disponibles. Réessayez dans un instant.',
  unread: 'Export impossible\u00A0: les valeurs de {{title}} n’ont pas pu être chargées. {{reason}}',
  cut: 'Le fichier de {{title}} contient les {{rows}} premières lignes. Affinez les filtres pour obtenir les autres.',
  nothing: 'Export impossible\u00A0: {{title}} n’a aucune valeur.',
  someExpired_one: '{{count}} widget n’a pas pu être actualisé. L’image indique l’âge de ses valeurs.',
  someExpired_other:
    '{{count}} widgets n’ont pas pu être actualisés. L’image indique l’âge de leurs valeurs.',
  webPage: 'Une page web ne figure pas sur l’image\u00A0:',
  until: 'Valeurs jusqu’à {{time}}',
  noValues: 'Aucune valeur',
  madeAt: 'Image de {{time}}',
  zone: 'Fuseau horaire\u00A0: {{zone}}',
} satisfies Like<typeof en>;
