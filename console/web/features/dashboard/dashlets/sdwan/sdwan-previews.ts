import { createStore } from '#web/lib/store.ts';

/** How the last try of a dashlet in the editor went. */
export interface SdwanPreview {
  readonly state: 'asking' | 'answered' | 'failed';
  /** Of the failed call. */
  readonly problem?: unknown;
}

/** By the id of the dashlet: the dashlet tries, its settings beside the page show the faults. */
export const sdwanPreviews = createStore<ReadonlyMap<string, SdwanPreview>>(new Map());

const show = (id: string, preview: SdwanPreview): void =>
  sdwanPreviews.set(new Map(sdwanPreviews.get()).set(id, preview));

/** Runs a try and reports how it goes. A try that was cancelled says nothing. */
export async function previewed<Answer>(
  id: string,
  signal: AbortSignal,
  run: () => Promise<Answer>,
): Promise<Answer> {
  show(id, { state: 'asking' });
  try {
    const answer = await run();
    show(id, { state: 'answered' });
    return answer;
  } catch (problem) {
    if (!signal.aborted) show(id, { state: 'failed', problem });
    throw problem;
  }
}
