const everywhere = ['http:', 'https:'] as const;

/** `https`, `http` or both, and what follows `://`. */
const SCHEME = /^\^?(http|https|https\?|\(\?:https\?\)|\(https\?\)):(?:\/\/|\\\/\\\/)(.*)$/i;
/** Any number of labels before a name: `.*\.`, `[^/]+\.`, `[a-z0-9-]+\.`, `\w+\.`. */
const SUBDOMAINS = /^(?:\.[*+]|\[[^\]]+\][*+]|\\[wS][*+])\\\./;
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
/** A literal name or IPv4 address with its port, up to the path or the end. */
const HOST = new RegExp(`^(${LABEL}(?:\\\\\\.${LABEL})*)(:\\d+)?(?=$|\\$$|/|\\\\/)`, 'i');

const schemesOf = (scheme: string): readonly string[] =>
  scheme.includes('?') ? ['http', 'https'] : [scheme.toLowerCase()];

/**
 * Sources of the Content Security Policy (Level 3, section 2.3.1) that a pattern needs. A source names hosts only: the pattern itself
 * is checked for each address. A pattern whose host is not literal needs every host of its scheme.
 */
function sourcesOf(pattern: string): readonly string[] {
  const [, scheme, remaining = ''] = SCHEME.exec(pattern) ?? [];
  if (scheme === undefined || pattern.includes('|')) return everywhere;
  const schemes = schemesOf(scheme);
  const named = remaining.replace(SUBDOMAINS, '');
  const [, host, port = ''] = HOST.exec(named) ?? [];
  if (host === undefined) return schemes.map((each) => `${each}:`);
  const name = host.replaceAll('\\.', '.').toLowerCase();
  const any = named === remaining ? '' : '*.';
  return schemes.map((each) => `${each}://${any}${name}${port}`);
}

/** Sources that pages may embed; an empty list allows all. */
export function frameSources(patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return everywhere;
  return [...new Set(patterns.flatMap(sourcesOf))].toSorted();
}
