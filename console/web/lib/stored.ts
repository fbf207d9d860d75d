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
