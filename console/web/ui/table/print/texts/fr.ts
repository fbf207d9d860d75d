import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  others_one: '{{more}} autre',
  others_other: '{{more}} autres',
  rows: 'Lignes {{first}} à {{last}} sur {{total}}',
  more_one: '{{more}} ligne de plus n’est pas imprimée',
  more_other: '{{more}} lignes de plus ne sont pas imprimées',
  columns_one: '{{count}} colonne de plus n’est pas imprimée',
  columns_other: '{{count}} colonnes de plus ne sont pas imprimées',
} satisfies Like<typeof en>;
