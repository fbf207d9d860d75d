/** State of a panel. */
export type PanelState =
  | { readonly is: 'ready' }
  /** First load: a skeleton after 150 ms, after 10 s a message with a cancel button. */
  | { readonly is: 'never-loaded'; readonly cancel?: () => void }
  /** Reloading; the old data stay readable. */
  | { readonly is: 'loading-over' }
  | {
      readonly is: 'empty';
      readonly title: string;
      readonly hint?: string;
      /** Adds the first entry. */
      readonly add?: EmptyAction | undefined;
      /** Of the call that found nothing, where the user may look up why. */
      readonly requestId?: string | undefined;
      /** Being empty is the desired state. */
      readonly isGood?: boolean;
    }
  | {
      readonly is: 'empty-by-filter';
      readonly filters: readonly ActiveFilter[];
      readonly clearAll: () => void;
    }
  | {
      readonly is: 'error';
      readonly cause: string;
      readonly requestId?: string | undefined;
      readonly retry: () => void;
    }
  /** The content is old; `at` is its time in milliseconds. */
  | { readonly is: 'stale'; readonly at: number; readonly refresh: () => void }
  | { readonly is: 'forbidden'; readonly permission: string };

export interface EmptyAction {
  /** What it does, unless it creates an entry. */
  readonly label?: string;
  readonly run: () => void;
  /** Why the user cannot. */
  readonly disabledReason?: string | undefined;
}

export interface ActiveFilter {
  readonly label: string;
  readonly clear: () => void;
}
