import { Script } from 'node:vm';

/** Time to match all texts: some expressions take years for some texts. */
const MATCH_MS = 1_000;
/** Time of all texts that were made to take long. */
const PROBE_MS = 500;
/** Characters of such a text: with each one more, an exponential expression takes twice as long. */
const PROBE_LENGTH = 500;

// In a context of its own, because V8 stops an expression at the time limit of a script only.
const matching = new Script(`texts.map((text) => {
  const found = new RegExp(pattern, 'i').exec(text);
  return found === null ? null : (found[1] ?? '');
})`);

/**
 * The first group of a pattern in each text, regardless of case; empty where it has none, null where the pattern does not match.
 * Undefined: it took too long.
 */
export function firstGroups(
  pattern: string,
  texts: readonly string[],
  timeoutMs = MATCH_MS,
): readonly (string | null)[] | undefined {
  try {
    return [...(matching.runInNewContext({ pattern, texts }, { timeout: timeoutMs }) as (string | null)[])];
  } catch {
    return undefined;
  }
}

/** Whether a pattern takes very long for some texts: those that repeat what it names and end with something else. */
export function isSlowPattern(pattern: string): boolean {
  const literals = pattern.replaceAll(/\\[dws]/g, 'a1 ').match(/./gsu) ?? [];
  const named = [...new Set([...literals, 'a', '0', ' ', '-', '.'])];
  const pairs = named.slice(0, 8).flatMap((one, index) => `${one}${named[index + 1] ?? one}`);
  const texts = [...named, ...pairs].map((part) => `${part.repeat(PROBE_LENGTH / part.length)}\u0000`);
  return firstGroups(pattern, texts, PROBE_MS) === undefined;
}
