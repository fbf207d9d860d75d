import { foldForSearch, wordsOf } from '#schemas/search/fold.ts';

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

/** Options that contain every typed word, without regard to case and accents: `debit` finds `Débit`. */
export function matchOptions(options: readonly PickerOption[], search: string): readonly PickerOption[] {
  const words = wordsOf(search);
  if (words.length === 0) return options;
  return options.filter(({ label, keywords = '', detail = '', right = '', group = '' }) => {
    const text = foldForSearch([label, keywords, detail, right, group].join(' '));
    return words.every((word) => text.includes(word));
  });
}
