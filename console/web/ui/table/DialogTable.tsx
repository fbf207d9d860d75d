import type { CSSProperties, ReactNode } from 'react';
import './dialog-table.css';

interface Props {
  readonly rows: number;
  readonly children: ReactNode;
}

/** A table in a dialog: as high as its rows, up to half the window. */
export function DialogTable({ rows, children }: Props) {
  return (
    <section className="tt-dialog-table" style={{ '--tt-rows': rows } as CSSProperties}>
      {children}
    </section>
  );
}
