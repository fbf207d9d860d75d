/** What a started component offers. */
export interface Started {
  /** False while it cannot do its work (`/health/ready` answers 503 then). */
  readonly ready?: () => boolean | Promise<boolean>;
  /** Called after its signal was aborted: flushes, acknowledges, closes; resolves when nothing is left running. */
  readonly stop?: () => Promise<void>;
}

/** Inert until started; aborting the signal stops its intake. */
export interface Component {
  readonly name: string;
  start(signal: AbortSignal): Promise<Started | void>;
}
