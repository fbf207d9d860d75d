import type { ReactNode } from 'react';

export type Density = 'compact' | 'normal' | 'comfortable';
export const rowHeights: Record<Density, number> = { compact: 24, normal: 32, comfortable: 40 };

export type CellValue = string | number | null;

/** What a cell may know besides its row. */
export interface CellContext {
  /** The row the keyboard is on: its buttons can be reached with Tab. */
  readonly active: boolean;
}

/** A column of a table. Give the same array on each render. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** By which the column sorts; null goes last. */
  readonly value: (row: Row) => CellValue;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  /** Pixels at least; columns with `grow` share what is left. */
  readonly width: number;
  readonly grow?: number;
  /** Where the table is too narrow for all columns, those that yield make way: the one with the highest number first. */
  readonly yields?: number;
  readonly align?: 'left' | 'right';
  readonly sortable?: boolean;
  /** Cannot be hidden. */
  readonly fixed?: boolean;
  /** The header is read aloud only. */
  readonly quietHeader?: boolean;
}

export interface Sorting {
  readonly id: string;
  readonly desc: boolean;
}
