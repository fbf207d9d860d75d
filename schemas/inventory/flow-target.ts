/** Dimensions that flows of a site are aggregated by. */
export const flowTargetKinds = ['application', 'class', 'conversation'] as const;
export type FlowTargetKind = (typeof flowTargetKinds)[number];

/** An element created from flows: registered by an engine and kept under its id. */
export interface FlowTarget {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
  readonly kind: FlowTargetKind;
  /**
   * Application: its number (classification engine · 2^32 + selector, RFC 6759). Class of service: its DSCP. Conversation: the
   * site at the other end, 0 for outside.
   */
  readonly detail: number;
  readonly name: string;
  readonly active: boolean;
  /** A custom application that does not exist any more, by its last name. */
  readonly deleted?: true;
}

/** A cluster as an element: an area groups sites, an application cluster groups applications at sites. */
export interface Cluster {
  readonly id: number;
  readonly customer: number;
  readonly kind: 'area' | 'cluster';
  readonly name: string;
  readonly sites: readonly number[];
  /** Application clusters: at every site of the customer. */
  readonly everySite: boolean;
  /** Empty for an area. */
  readonly applications: readonly number[];
}

/** Elements in addition to the inventory, needed only by the engine and the processes that name its alarms. */
export interface Targets {
  readonly flows: ReadonlyMap<number, FlowTarget>;
  readonly clusters: ReadonlyMap<number, Cluster>;
}

export const noTargets: Targets = { flows: new Map(), clusters: new Map() };
