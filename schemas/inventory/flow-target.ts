/** What flows of a site are summed by. */
export const flowTargetKinds = ['application', 'class', 'conversation'] as const;
export type FlowTargetKind = (typeof flowTargetKinds)[number];

/** An element that flows made: met by an engine, and kept from then on under its number. */
export interface FlowTarget {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
  readonly kind: FlowTargetKind;
  /**
   * Of an application its number (class engine · 2^32 + selector, RFC 6759), of a class of service its DSCP, of a conversation the
   * site at the other end, 0 for what is in none.
   */
  readonly detail: number;
  readonly name: string;
  readonly active: boolean;
}

/** A cluster as an element: an area puts sites together, an application cluster applications at its sites. */
export interface Cluster {
  readonly id: number;
  readonly customer: number;
  readonly kind: 'area' | 'cluster';
  readonly name: string;
  readonly sites: readonly number[];
  /** Of an application cluster: at every site of its customer. */
  readonly everySite: boolean;
  /** None of an area. */
  readonly applications: readonly number[];
}

/** Elements beside those that the inventory lists; only the engine and who names its alarms hold them. */
export interface Targets {
  readonly flows: ReadonlyMap<number, FlowTarget>;
  readonly clusters: ReadonlyMap<number, Cluster>;
}

export const noTargets: Targets = { flows: new Map(), clusters: new Map() };
