import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Jetons d’API',
  hint:
    'Avec un jeton, un programme agit en votre nom, avec les droits et les clients que vous lui accordez, jusqu’à l’expiration du jeton.',
  none: 'Vous n’avez aucun jeton.',
  make: 'Créer un jeton',
  reference: 'Référence de l’API',
  makeTitle: 'Nouveau jeton d’API',
  makeAction: 'Créer',
  name: 'Nom',
  nameHint: 'Nom du programme qui l’utilise',
  rights: 'Droits',
  rightsHint: 'Jamais plus que vos propres droits au moment de l’appel.',
  allCustomers: 'Tous mes clients',
  allCustomersHint: 'Y compris les clients à venir.',
  customers: 'Clients',
  expiry: 'Expire au bout de',
  days_one: '{{count}} jour',
  days_other: '{{count}} jours',
  nothingFound: 'Aucun résultat',
  shownTitle: 'Jeton «\u00A0{{name}}\u00A0»',
  shownHint: 'Copiez ce jeton maintenant. Il ne sera plus affiché.',
  token: 'Jeton',
  done: 'Terminé',
  over: 'Expiré',
  expires: 'Expire le {{date}}',
  neverUsed: 'jamais utilisé',
  used: 'dernière utilisation le {{when}} depuis {{address}}',
} satisfies Like<typeof en>;
