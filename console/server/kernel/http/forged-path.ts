/**
 * Whether a path tries to leave the folder of the files: a `..` segment, a backslash or a control character, encoded or not. A browser
 * sends none of them.
 */
export function isForgedPath(url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    return true;
  }
  return /[\\\p{Cc}]/u.test(plain) || plain.split('/').includes('..');
}
