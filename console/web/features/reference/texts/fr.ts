import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Référence de l’API',
  hint: 'Tous les appels de cette console, générés d’après les contrats que le serveur vérifie. Un programme envoie son jeton par «\u00A0Authorization: Bearer\u00A0».',
  document: 'Document OpenAPI',
  toolbar: 'Rechercher des appels',
  find: 'Chemin, droit ou résumé',
  calls_one: '{{count}} appel',
  calls_other: '{{count}} appels',
  nothing: 'Aucun appel ne correspond à «\u00A0{{text}}\u00A0»',
  needs: 'Droit nécessaire',
  parameters: 'Paramètres',
  name: 'Nom',
  place: 'Où',
  type: 'Type',
  required: 'obligatoire',
  body: 'Corps',
  response: 'Réponse',
  problems: 'Problèmes',
  example: 'Ligne de commande',
  try: 'Essayer',
  tryHint: 'Utilise votre session.',
  send: 'Envoyer',
  responded: 'Réponse {{status}}',
} satisfies Like<typeof en>;
