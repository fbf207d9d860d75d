import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  export: 'Exporter en JSON',
  replaceFromFile: 'Remplacer à partir d’un fichier…',
  importFile: 'Importer…',
  titleNew: 'Importer un cockpit',
  titleReplace: 'Remplacer {{name}} à partir d’un fichier',
  hintNew: 'Un fichier exporté ici ou depuis une autre installation devient un nouveau cockpit.',
  hintReplace:
    'Les alarmes de même règle ou de même libellé gardent leur historique et leurs silences ; celles que le fichier ne nomme pas sont supprimées. L’état précédent est conservé comme version.',
  choose: 'Choisir un fichier',
  file: 'Fichier d’un cockpit',
  name: 'Nom',
  enable: 'Exécuter tout de suite les alarmes activées',
  enableHint: 'À côté du cockpit d’où vient le fichier, chaque alarme s’exécute deux fois.',
  changes: 'Ce que le fichier change',
  leftOut_one: '{{count}} seuil est laissé de côté : son client ou son élément n’est pas connu ici.',
  leftOut_other:
    '{{count}} seuils sont laissés de côté : leurs clients ou leurs éléments ne sont pas connus ici.',
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
