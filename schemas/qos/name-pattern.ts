import { Line } from '../text/line.ts';

/** Name of a class map or queue as devices write it, exact or with `*` for any text. Case-insensitive. */
export const NamePattern = Line.min(1, 'REQUIRED').max(100, 'TOO_LONG');

/** Whether a pattern stands for a name. Takes time in proportion to both, whatever the pattern. */
export function matchesName(pattern: string, name: string): boolean {
  const desired = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  const first = desired[0] ?? '';
  if (desired.length === 1) return text === first;
  const last = desired.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of desired.slice(1, -1)) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
