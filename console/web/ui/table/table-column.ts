import type { ReactNode } from 'react';

export type Density = 'compact' | 'normal' | 'comfortable';
export const rowHeights: Record<Density, number> = { compact: 24, normal: 32, comfortable: 40 };

export type CellValue = string | number | null;

/** Context of a cell besides its row. */
export interface CellContext {
  /** The row has the keyboard focus: Tab reaches its buttons. */
  readonly active: boolean;
}

/** Where a cell is in a row that is drawn as a card, since the window is too narrow for columns. */
interface CardPlace {
  /** 0 is the mark in front of the lines. */
  readonly line: 0 | 1 | 2 | 3;
  /** At the right end of its line. */
  readonly end?: true;
  /** With its header before it, unless it is empty: a number alone says nothing. */
  readonly named?: true;
  /** Its text wraps instead of being cut; at the end of a line, the cell moves below where room is lacking. */
  readonly wraps?: true;
}

/** A column of a table. Pass the same array on each render. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Sort value; null sorts last. */
  readonly value: (row: Row) => CellValue;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  /** Least width in pixels; the content makes it wider. */
  readonly width: number;
  /** The column shrinks to its least width where room is lacking, and takes this share of what is left over. */
  readonly grow?: number;
  /** No column leaves the table while this one is wider, in pixels; default: 200. */
  readonly comfort?: number;
  /** Its cells are never cut, since a part of a figure or date is another one; the column grows only. */
  readonly untruncated?: boolean;
  /** Its text wraps instead of being cut: rows are as high as it needs. */
  readonly wraps?: true;
  /** In a narrow table the column is dropped; the highest number first. */
  readonly yields?: number;
  readonly align?: 'left' | 'right';
  readonly sortable?: boolean;
  /** Cannot be hidden. */
  readonly fixed?: boolean;
  /** Not drawn until the user shows it. */
  readonly hiddenAtFirst?: boolean;
  /** The header is for screen readers only. */
  readonly quietHeader?: boolean;
  /** In a card; without it, the column is left out there. A table without cards scrolls instead. */
  readonly card?: CardPlace;
}

/** What a user does to a column at its header. */
export interface ColumnChanges {
  /** Width in CSS pixels; stored when `keep`. Undefined: by content again. */
  readonly onResize: (id: string, widthPx: number | undefined, keep: boolean) => void;
  /** Moves a column to the place of another one. */
  readonly onMove: (id: string, to: string) => void;
  /** Moves a column by places to the right, or to the left below zero. */
  readonly onShift: (id: string, places: number) => void;
}

/** Where a row is in a tree of rows. */
export interface TreePlace {
  /** From 1. */
  readonly level: number;
  /** Absent: nothing is below it. */
  readonly expanded?: boolean;
}

export interface TableSorting {
  readonly id: string;
  readonly desc: boolean;
}
