import { createContext } from 'react';

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

/** What is drawn on paper knows it: nothing scrolls there, nothing is hovered, and no time passes. Undefined: a screen. */
export const OnPaper = createContext<PaperPart | undefined>(undefined);
