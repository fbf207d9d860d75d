import { fold } from '#schemas/search/fold.ts';
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** At the end of the line, such as a unit. */
  readonly right?: string;
  /** Below the name. */
  readonly detail?: string;
  readonly group?: string;
  /** Searched but not shown. */
  readonly keywords?: string;
  /** Why it cannot be selected. */
  readonly disabledReason?: string | undefined;
}

/** Without case and accents: `debit` finds `Débit`. */

/** Options that contain every typed word. */
export function matchOptions(options: readonly PickerOption[], search: string): readonly PickerOption[] {
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return options;
  return options.filter(({ label, keywords = '', detail = '', right = '', group = '' }) => {
    const text = fold([label, keywords, detail, right, group].join(' '));
    return words.every((word) => text.includes(word));
  });
}
