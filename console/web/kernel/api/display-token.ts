const inFragment = /^#token=([\w-]+)$/;

/** Whether an address is that of a wall. */
export const hasDisplayToken = (fragment: string): boolean => inFragment.test(fragment);

let taken: string | undefined;

/**
 * Takes the display token from the address of a wall, whose fragment no browser sends. Called once, before anything is requested;
 * nothing stores it.
 */
export function takeDisplayToken(fragment: string): void {
  taken = inFragment.exec(fragment)?.[1];
}

/** The token of this wall; undefined on a page of a signed-in user. */
export const displayToken = (): string | undefined => taken;
