import type { Incompatibility } from '#schemas/data/compatibility.ts';
import type { Text } from '#schemas/problem/definition.ts';

const withoutMode: Text = {
  en: 'With the other end among the rows, “{{kpi}}” needs the conversation mode. Switch it on, or choose other rows.',
  fr: 'Avec l’autre extrémité parmi les lignes, «\u00A0{{kpi}}\u00A0» nécessite le mode conversation. Activez-le, ou choisissez d’autres lignes.',
};
const withMode: Text = {
  en: '“{{kpi}}” is not measured between two ends. Switch the conversation mode off, or choose a KPI of flows.',
  fr: '«\u00A0{{kpi}}\u00A0» n’est pas mesuré entre deux extrémités. Désactivez le mode conversation, ou choisissez un KPI de flux.',
};

/** What a KPI of a dashlet does not fit, and what to change in the editor. */
export const incompatibilities = (conversationMode: boolean): Readonly<Record<Incompatibility, Text>> => ({
  'key attribute': {
    en: '“{{kpi}}” has no values by these rows, or not by all of them together. Choose other rows, or another KPI.',
    fr: '«\u00A0{{kpi}}\u00A0» n’a pas de valeurs selon ces lignes, ou pas selon toutes à la fois. Choisissez d’autres lignes, ou un autre KPI.',
  },
  breakdown: {
    en: '“{{kpi}}” cannot be shown this way with these rows. Choose another entry under “Show”, or other rows.',
    fr: '«\u00A0{{kpi}}\u00A0» ne peut pas être affiché ainsi avec ces lignes. Choisissez un autre choix sous «\u00A0Afficher\u00A0», ou d’autres lignes.',
  },
  'conversation mode': conversationMode ? withMode : withoutMode,
});
