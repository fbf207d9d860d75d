import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  webglMap: 'Pas de carte sans WebGL2',
  webglMapHint:
    'Ce navigateur n’offre pas WebGL2, ou son pilote graphique est bloqué. Le tableau fonctionne sans la carte.',
  lostMap: 'La carte a perdu le processeur graphique',
  lostMapHint: 'Le navigateur l’a réinitialisé. Le tableau n’est pas touché.',
  stuckMap: 'La carte n’a pas démarré',
  stuckMapHint:
    'Un fichier de la carte ou son processus d’arrière-plan manque ou est bloqué. Le tableau fonctionne sans la carte.',
  hideMap: 'Masquer la carte',
} satisfies Like<typeof en>;
