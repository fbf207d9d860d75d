/** What a panel can be besides showing its content. */
export type PanelState =
  | { readonly is: 'ready' }
  /** Nothing was ever shown: a skeleton after 150 ms, after 10 s a word and a way out. */
  | { readonly is: 'never-loaded'; readonly cancel?: () => void }
  /** New data are on their way; the old stay readable. */
  | { readonly is: 'loading-over' }
  | {
      readonly is: 'empty';
      readonly title: string;
      readonly hint?: string;
      /** That there is nothing is what one hopes for. */
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
  /** Content is shown, but it is old: the time of it in milliseconds. */
  | { readonly is: 'stale'; readonly at: number; readonly refresh: () => void }
  | { readonly is: 'forbidden'; readonly permission: string };

export interface ActiveFilter {
  readonly label: string;
  readonly clear: () => void;
}
