import { randomFillSync } from 'node:crypto';

/** Random ids are drawn in batches. */
const BATCH = 1_024;
const ids = new Uint32Array(BATCH);
let used = BATCH;

/** A request id from 0 to 2^31 − 1 that cannot be guessed without seeing the requests. */
export function nextRequestId(): number {
  if (used === BATCH) {
    randomFillSync(ids);
    used = 0;
  }
  const id = (ids[used] as number) >>> 1;
  used += 1;
  return id;
}
