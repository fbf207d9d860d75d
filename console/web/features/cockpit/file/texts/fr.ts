import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  export: 'Exporter en JSON',
  replaceFromFile: 'Remplacer à partir d’un fichier…',
  importFile: 'Importer…',
  titleNew: 'Importer un profil d’alarmes',
  titleReplace: 'Remplacer {{name}} à partir d’un fichier',
  hintNew: 'Un fichier exporté ici ou depuis une autre installation devient un nouveau profil d’alarmes.',
  hintReplace:
    'Les alarmes de même règle ou de même libellé gardent leur historique et leurs silences\u00A0; celles qui manquent dans le fichier sont supprimées. L’état actuel est conservé comme version.',
  choose: 'Choisir un fichier',
  file: 'Fichier d’un profil d’alarmes',
  name: 'Nom',
  enable: 'Activer immédiatement les alarmes actives du fichier',
  enableHint: 'Si le profil d’alarmes d’origine est toujours actif, chaque alarme s’exécute deux fois.',
  changes: 'Ce que le fichier change',
  leftOut_one: '{{count}} seuil est ignoré\u00A0: son client ou son élément n’existe pas ici.',
  leftOut_other: '{{count}} seuils sont ignorés\u00A0: leurs clients ou leurs éléments n’existent pas ici.',
  leftOutLine: '{{alarm}} : {{target}}',
  more_one: 'et {{count}} autre',
  more_other: 'et {{count}} autres',
  faultAlarm: 'Alarme {{number}} ({{alarm}}), {{field}} : {{fault}}',
  faultField: '{{field}} : {{fault}}',
  nothing: 'Choisissez d’abord un fichier.',
  import: 'Importer',
  imported: '{{name}} est importé.',
  replaced: '{{name}} est remplacé.',
};
