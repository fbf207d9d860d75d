import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** Dialogs one above the other, each with a `layer`: focus and Escape are those of the uppermost. */
export function DialogStack({ children }: { readonly children: ReactNode }) {
  return <Modal.Stack>{children}</Modal.Stack>;
}
