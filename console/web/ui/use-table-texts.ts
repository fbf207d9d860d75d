import { defineTexts } from '#web/lib/text.ts';
import type { Like } from '#web/lib/text-types.ts';

const en = {
  columns: 'Columns',
  density: 'Row height',
  compact: 'Compact',
  normal: 'Normal',
  comfortable: 'Comfortable',
  selectRow: 'Select {{row}}',
  selectAll: 'Select all rows',
  sortedUp: 'sorted ascending',
  sortedDown: 'sorted descending',
} as const;

const fr = {
  columns: 'Colonnes',
  density: 'Hauteur des lignes',
  compact: 'Compacte',
  normal: 'Normale',
  comfortable: 'Aérée',
  selectRow: 'Sélectionner {{row}}',
  selectAll: 'Sélectionner toutes les lignes',
  sortedUp: 'tri croissant',
  sortedDown: 'tri décroissant',
} satisfies Like<typeof en>;

/** Texts of tables; apart, since no page needs them at its start. */
export const useTableTexts = defineTexts('table', en, fr);
