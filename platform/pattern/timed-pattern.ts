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

/** Parts of a pattern that are tried by themselves: what stands before one has to match first, so that no text would reach it. */
const MAX_PARTS = 20;

/** The pattern, and what begins at each of its groups, closed where it was opened. */
function partsOf(pattern: string): readonly string[] {
  const parts = [pattern];
  let depth = 0;
  for (const { 0: found, index } of pattern.matchAll(/\\.|[()]/gsu)) {
    if (found === '(' && parts.length < MAX_PARTS)
      parts.push(`${'(?:'.repeat(depth)}${pattern.slice(index)}`);
    if (found === '(') depth += 1;
    else if (found === ')') depth -= 1;
  }
  return parts.filter((part) => isPattern(part));
}

function isPattern(part: string): boolean {
  try {
    return new RegExp(part, 'i').source !== '';
  } catch {
    // A bracket within a class is none.
    return false;
  }
}

/** Whether a pattern takes very long for some texts: those that repeat what it names and end with something else. */
export function isSlowPattern(pattern: string, timeoutMs = PROBE_MS): boolean {
  const literals = pattern.replaceAll(/\\[dws]/g, 'a1 ').match(/./gsu) ?? [];
  const named = [...new Set([...literals, 'a', '0', ' ', '-', '.'])];
  const pairs = named.slice(0, 8).flatMap((one, index) => `${one}${named[index + 1] ?? one}`);
  const texts = [...named, ...pairs].map((part) => `${part.repeat(PROBE_LENGTH / part.length)}\u0000`);
  const end = performance.now() + timeoutMs;
  return partsOf(pattern).some((part) => {
    const leftMs = Math.ceil(end - performance.now());
    return leftMs <= 0 || firstGroups(part, texts, leftMs) === undefined;
  });
}
