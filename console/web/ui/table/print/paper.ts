import { createContext, type ReactNode } from 'react';
import type { Column } from '../table-column.ts';

/** Columns of a table: on all sheets they are alike. */
export interface PaperColumns {
  /** CSS pixels. */
  readonly widths: readonly number[];
  /** Of the table, which may have more columns than fit in full size. */
  readonly scale: number;
}

/** The rows that a sheet of paper has room for. */
export interface PaperRows {
  readonly from: number;
  readonly count: number;
  /** Of the table. */
  readonly total: number;
  readonly columns: PaperColumns;
}

/** The part of a table that a sheet of paper shows. */
export interface PaperPart {
  /** Index of its first row. */
  readonly from: number;
  /** Those of the first part; undefined: this is the first one. */
  readonly columns: PaperColumns | undefined;
  /** No sheet shows the rows behind it. */
  readonly isLast: boolean;
  readonly onRows: (rows: PaperRows) => void;
}

export interface PaperTableProps<T extends object> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly foot?: ReactNode;
  readonly part: PaperPart;
}

/** Paper brings the code that draws its tables: screens load theirs without it. */
export interface Paper extends PaperPart {
  readonly drawTable: <T extends object>(table: PaperTableProps<T>) => ReactNode;
}

/** What is drawn on paper knows it: nothing scrolls there, nothing is hovered, and no time passes. Undefined: a screen. */
export const OnPaper = createContext<Paper | undefined>(undefined);
