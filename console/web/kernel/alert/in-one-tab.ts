/** Tabs hear of the same alarm within seconds. Shorter than the pause between two bursts. */
const HELD_MS = 5_000;
/** Browsers let a tab make sounds once the user has clicked or typed in it: those come first. */
const UNUSED_LATER_MS = 500;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Does the work in one of the tabs of this browser that request it within seconds. In each of them where the browser has no locks, which is over
 * http from another machine.
 */
export async function inOneTab(name: string, work: () => void): Promise<void> {
  const { locks, userActivation } = navigator as Partial<Navigator>;
  if (locks === undefined) return work();
  if (userActivation?.hasBeenActive === false) await wait(UNUSED_LATER_MS);
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    work();
    await wait(HELD_MS);
  });
}
