import { readStored, removeStored, writeStored } from '#web/lib/stored.ts';

/**
 * Whether this browser was signed in when last seen. Decides only what loads first: the console, or the sign-in page, which is a
 * third of its size.
 */
export const wasSignedIn = (): boolean => readStored('signed-in') === 'yes';

export const rememberSignedIn = (): void => writeStored('signed-in', 'yes');

export const forgetSignedIn = (): void => removeStored('signed-in');
