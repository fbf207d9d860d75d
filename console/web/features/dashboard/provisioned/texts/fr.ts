import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  fromFile: 'Issu d’un fichier',
  drifted: 'Modifié depuis son fichier',
  driftedHint:
    'Un utilisateur a modifié ce document depuis qu’il est issu d’un fichier. La prochaine modification du fichier le remplacera\u00A0; cet état reste conservé comme version.',
  fromFileHint:
    'Ce document est issu d’un fichier du déploiement, dont la prochaine modification le remplacera.',
} satisfies Like<typeof en>;
