import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  title: 'Filtres enregistrés',
  hint: 'Un filtre garde gravités, recherche, sites, alarmes, suivi, responsable, groupe et tri.',
  name: 'Nom',
  share: 'Partager avec tous les utilisateurs du client',
  save: 'Enregistrer le filtre actuel',
  nothing: 'Filtrez, regroupez ou triez d’abord les alarmes.',
  unnamed: 'Saisissez un nom.',
  list: 'Filtres enregistrés',
  none: 'Aucun filtre enregistré.',
  shared: 'partagé',
  sharedBy: 'partagé par {{author}}',
  remove: 'Supprimer {{name}}',
  saved: 'Filtre {{name}} enregistré.',
  replaced: 'Filtre {{name}} remplacé.',
  removed: 'Filtre {{name}} supprimé.',
};
