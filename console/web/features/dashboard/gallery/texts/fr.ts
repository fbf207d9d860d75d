import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Dashlets',
  titled: '{{type}}\u00A0: {{state}}',
  components: 'Composants',
  waiting: 'Pas encore disponible',
  running: 'En cours',
  ready: 'Prêt',
  expired: 'Expiré',
  empty: 'Vide',
  tooMuch: 'Trop de données',
  tooLarge: 'Contexte trop large',
  kpiDeleted: 'KPI supprimé',
  truncated: 'Tronqué',
  longNames: 'Noms longs',
  gaps: 'Sans valeurs',
  error: 'Erreur',
  noContext: 'Sans contexte',
  noManager: 'Sans gestionnaire',
  notAllowed: 'Hors liste blanche',
  tree: 'Arborescence',
  narrow: 'Étroit',
  thousand: '1 000 lignes',
  wide: '30 colonnes',
  upright: 'Barres verticales',
} satisfies Like<typeof en>;
