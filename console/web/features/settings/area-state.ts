/** What a settings area is doing, as the specification names it. */
export type AreaState = 'INITIAL' | 'PENDING' | 'DONE' | 'ERROR' | 'REFRESH';

interface Facts {
  readonly load: { readonly status: 'pending' | 'error' | 'success'; readonly fetchStatus: string };
  readonly save: { readonly status: 'idle' | 'pending' | 'error' | 'success' };
}

/**
 * INITIAL: nothing was requested. PENDING: it loads. REFRESH: it is saved. ERROR: loading or the last save failed. DONE: it shows what is
 * stored.
 */
export function areaStateOf({ load, save }: Facts): AreaState {
  if (save.status === 'pending') return 'REFRESH';
  if (load.status === 'error' || save.status === 'error') return 'ERROR';
  if (load.status === 'success') return 'DONE';
  return load.fetchStatus === 'idle' ? 'INITIAL' : 'PENDING';
}
