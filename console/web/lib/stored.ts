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

let owner = '';

/** Whose preferences `readOwned` and `writeOwned` mean: several people may share a browser. */
export function setOwner(userId: number): void {
  owner = `user-${String(userId)}.`;
}

/** A preference of the signed-in user in this browser. */
export const readOwned = (key: string): string | undefined => readStored(owner + key);

export const writeOwned = (key: string, value: string): void => writeStored(owner + key, value);

/** Identifies the preference among those of all users of the browser. */
export const ownedKey = (key: string): string => owner + key;
