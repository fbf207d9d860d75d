import type { ReactNode } from 'react';

export type MenuItem =
  | {
      readonly is: 'action';
      readonly label: string;
      readonly icon?: ReactNode;
      /** A sentence below the label. */
      readonly description?: string;
      /** Its shortcut as in `aria-keyshortcuts`. */
      readonly keys?: string;
      readonly chosen?: boolean;
      /** Why it cannot be chosen. */
      readonly disabledReason?: string | undefined;
      readonly run: () => void;
    }
  | { readonly is: 'heading'; readonly label: string }
  | { readonly is: 'line'; readonly id: string };
