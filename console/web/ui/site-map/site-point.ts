import type { Status } from '../severity/severity.ts';

/** A point on the map. Its position is fixed; its status and silence may change at any time. */
export interface SitePoint {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly status: Status;
  /** A silence concerns the site. */
  readonly silenced: boolean;
  /** Shown with the name under the pointer. */
  readonly note: string;
  /** Pixels across, where size stands for a value. Absent: status and zoom decide. */
  readonly diameter?: number;
}

/** [west, south, east, north] in degrees. */
export type MapBounds = readonly [number, number, number, number];

export interface MapView {
  readonly center: readonly [number, number];
  readonly zoom: number;
}

/** Where a map opens: at a view, or fitted to bounds. */
export type MapStart = MapView | { readonly bounds: MapBounds };

export const defaultView: MapView = { center: [2.35, 46.6], zoom: 4.5 };
