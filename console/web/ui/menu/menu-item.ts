import type { ReactNode } from 'react';

export type MenuItem =
  | {
      readonly is: 'action';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly chosen?: boolean;
      readonly run: () => void;
    }
  | { readonly is: 'heading'; readonly label: string }
  | { readonly is: 'line'; readonly id: string };
