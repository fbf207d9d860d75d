const enough = 200;

/** Batches values until the next frame; flushes at once when the tab is in the background and many wait. */
export function nextFrame<T>(run: (values: readonly T[]) => void): { add(value: T): void; cancel(): void } {
  let waiting: T[] = [];
  let frame: number | undefined;
  const flush = () => {
    frame = undefined;
    const values = waiting;
    waiting = [];
    run(values);
  };
  return {
    add(value) {
      waiting.push(value);
      frame ??= requestAnimationFrame(flush);
      if (waiting.length < enough) return;
      cancelAnimationFrame(frame);
      flush();
    },
    cancel() {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
      waiting = [];
    },
  };
}
