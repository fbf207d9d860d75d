/** A started component. */
export interface Started {
  /** False while the component cannot work (`/health/ready` then replies 503). */
  readonly ready?: () => boolean | Promise<boolean>;
  /** Called after the signal aborted: flushes, acknowledges, closes; resolves when nothing is running. */
  readonly stop?: () => Promise<void>;
}

/** Inert until started; aborting the signal stops its intake. */
export interface Component {
  readonly name: string;
  start(signal: AbortSignal): Promise<Started | void>;
}
