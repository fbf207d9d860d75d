import type { SdwanSettings } from '#schemas/dashboard/dashlets/sdwan.ts';
import { createStore } from '#web/lib/store.ts';

/** How the last try of a dashlet in the editor went. */
export interface SdwanPreview {
  /** What was tried. */
  readonly settings: SdwanSettings;
  readonly state: 'requesting' | 'responded' | 'failed';
  /** Of the failed call. */
  readonly problem?: unknown;
}

/** By the id of the dashlet: the dashlet tries, its settings next to the page show the faults. */
export const sdwanPreviews = createStore<ReadonlyMap<string, SdwanPreview>>(new Map());

const show = (id: string, preview: SdwanPreview): void =>
  sdwanPreviews.set(new Map(sdwanPreviews.get()).set(id, preview));

/** Runs a try and reports how it goes. A try that was cancelled says nothing. */
export async function previewed<ResponseOf>(
  { id, settings }: { readonly id: string; readonly settings: SdwanSettings },
  signal: AbortSignal,
  run: () => Promise<ResponseOf>,
): Promise<ResponseOf> {
  show(id, { settings, state: 'requesting' });
  try {
    const response = await run();
    if (!signal.aborted) show(id, { settings, state: 'responded' });
    return response;
  } catch (problem) {
    if (!signal.aborted) show(id, { settings, state: 'failed', problem });
    throw problem;
  }
}
