import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** Stacked dialogs, each with a `layer`: the topmost has focus and Escape. */
export function DialogStack({ children }: { readonly children: ReactNode }) {
  return <Modal.Stack>{children}</Modal.Stack>;
}
