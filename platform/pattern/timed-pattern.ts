import { createContext, Script } from 'node:vm';

/** Characters of such a text: with each one more, an exponential expression takes twice as long. */
const PROBE_LENGTH = 500;

const context: Record<string, unknown> = {};
createContext(context);
/** Runs with these variables. In a context of its own, because V8 stops an expression at the time limit of a script only. */
const runIn = (script: Script, variables: Readonly<Record<string, unknown>>, timeout: number): unknown =>
  script.runInContext(Object.assign(context, variables), { timeout });

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
  timeoutMs: number,
): readonly (string | null)[] | undefined {
  try {
    return [...(runIn(matching, { pattern, texts }, timeoutMs) as (string | null)[])];
  } catch {
    return undefined;
  }
}

const anyMatching = new Script("patterns.some((pattern) => new RegExp(pattern, 'i').test(text))");

/** Whether one of the patterns matches a text, regardless of case. Undefined: it took too long. */
export function doesMatch(patterns: readonly string[], text: string, timeoutMs: number): boolean | undefined {
  try {
    return runIn(anyMatching, { patterns, text }, timeoutMs) === true;
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

const trying = new Script(
  `for (const part of parts) {
    const expression = new RegExp(part, 'i');
    for (const text of texts) expression.exec(text);
  }`,
);

function doesEnd(
  tried: { readonly parts: readonly string[]; readonly texts: readonly string[] },
  timeoutMs: number,
) {
  try {
    runIn(trying, tried, Math.ceil(timeoutMs));
    return true;
  } catch {
    return false;
  }
}

/** Whether a pattern takes very long for some texts: those that repeat what it names and end with something else. */
export function isSlowPattern(pattern: string, timeoutMs: number): boolean {
  const literals = pattern.replaceAll(/\\[dws]/g, 'a1 ').match(/./gsu) ?? [];
  const named = [...new Set([...literals, 'a', '0', ' ', '-', '.'])];
  const pairs = named.slice(0, 8).flatMap((one, index) => `${one}${named[index + 1] ?? one}`);
  const texts = [...named, ...pairs].map((part) => `${part.repeat(PROBE_LENGTH / part.length)}\u0000`);
  return !doesEnd({ parts: partsOf(pattern), texts }, timeoutMs);
}
