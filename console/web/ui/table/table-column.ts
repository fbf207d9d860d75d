import type { ReactNode } from 'react';

export type Density = 'compact' | 'normal' | 'comfortable';
export const rowHeights: Record<Density, number> = { compact: 24, normal: 32, comfortable: 40 };

export type CellValue = string | number | null;

/** Context of a cell besides its row. */
export interface CellContext {
  /** The row has the keyboard focus: Tab reaches its buttons. */
  readonly active: boolean;
}

/** A column of a table. Pass the same array on each render. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Sort value; null sorts last. */
  readonly value: (row: Row) => CellValue;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  /** Minimum width in pixels; columns with `grow` share the rest. */
  readonly width: number;
  readonly grow?: number;
  /** In a narrow table the column is dropped; the highest number first. */
  readonly yields?: number;
  readonly align?: 'left' | 'right';
  readonly sortable?: boolean;
  /** Cannot be hidden. */
  readonly fixed?: boolean;
  /** The header is for screen readers only. */
  readonly quietHeader?: boolean;
}

export interface TableSorting {
  readonly id: string;
  readonly desc: boolean;
}
