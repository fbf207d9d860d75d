import type { Component, Started } from './component.ts';

/**
 * Starts components in their order, as one: `stop` stops them in reverse. When one fails, or the signal aborts, those that run are
 * stopped before it rejects.
 */
export async function startEach(
  components: readonly Component[],
  signal: AbortSignal,
): Promise<Required<Pick<Started, 'stop'>>> {
  const started: Started[] = [];
  const stop = async (): Promise<void> => {
    for (const one of started.toReversed()) await one.stop?.();
  };
  try {
    for (const component of components) {
      signal.throwIfAborted();
      started.push((await component.start(signal)) ?? {});
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
