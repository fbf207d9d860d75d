/**
 * Work that may be left between two steps for something else: a large window takes seconds, and leases have to be renewed
 * meanwhile. Whoever does not go on to the end leaves a state behind that is worth nothing.
 */
export type Steps = Generator<undefined, void>;

/** All of it in one go. */
export function runThrough(steps: Steps): void {
  for (const _ of steps);
}
