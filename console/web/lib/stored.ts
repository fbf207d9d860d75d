/** Small preferences of this browser. Nothing is stored when storage is blocked (private mode). */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(`telltale.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(`telltale.${key}`, value);
  } catch {
    // The preference lasts until the page is closed.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(`telltale.${key}`);
  } catch {
    // Nothing is stored.
  }
}

/** Forgets what the last user chose for this browser; what is stored with a user stays for that one. */
export function forgetChoices(): void {
  for (const key of ['language', 'theme']) removeStored(key);
}

let owner = '';
const readers = new Set<() => void>();

/** Whose preferences `readOwned` and `writeOwned` mean: several people may share a browser. */
export function setOwner(userId: number): void {
  owner = `user-${String(userId)}.`;
  for (const read of readers) read();
}

/** Reads a preference of the user now, and each time another one signs in. */
export function whenOwned(read: () => void): void {
  readers.add(read);
  if (owner !== '') read();
}

/** A preference of the signed-in user in this browser. */
export const readOwned = (key: string): string | undefined => readStored(owner + key);

export const writeOwned = (key: string, value: string): void => writeStored(owner + key, value);

/** Identifies the preference among those of all users of the browser. */
export const ownedKey = (key: string): string => owner + key;
