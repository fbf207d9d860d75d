/** Stands for what was removed. */
const REMOVED = '[removed]';
/** Shorter secrets, such as a community of three letters, are parts of words: only the patterns remove those. */
const MIN_LITERAL = 4;
const MAX_DEPTH = 20;

const SECRET_KEY =
  /pass(?:word|wd|phrase)?$|secret|token|communit|authorization|cookie|credential|api[-_]?key|private[-_]?key|^priv$|^auth$|sealed/i;

/** What is secret by its form, in any text. */
const patterns: readonly (readonly [RegExp, string])[] = [
  // A name and a password in an address.
  [/(\b[a-z][a-z\d+.-]*:\/\/)[^\s/?#"'<>]*@/gi, `$1${REMOVED}@`],
  [/\b(Bearer|Basic|Digest)\s+[\w+/=.~-]{6,}/gi, `$1 ${REMOVED}`],
  // JSON Web Tokens (RFC 7519).
  [/\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*/g, REMOVED],
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
    REMOVED,
  ],
  [
    /((?:pass(?:word|wd|phrase)?|secret|token|communit(?:y|ies)|credentials?|api[-_]?key|authorization|cookie|session)["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;&}\])]+)/gi,
    `$1${REMOVED}`,
  ],
  // A line of the inside of a key (RFC 7468), as a log that was cut may begin with.
  [/^\s*[A-Za-z\d+/]{32,}={0,2}\s*$/gm, REMOVED],
  [/(\bcommunity\s+)(?!string\b|is\b)\S+/gi, `$1${REMOVED}`],
  // Tokens of sessions and of the interface: 32 random bytes as base64url, and longer.
  [/(?<![\w/+-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{40,}(?![\w/+-])/g, REMOVED],
];

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

type Redact = (text: string) => string;

/** Removes these texts, the longest first, also where JSON or an address has escaped them. */
function literals(secrets: ReadonlySet<string>): Redact {
  const forms = [...secrets].flatMap((secret) => {
    if (secret.length < MIN_LITERAL) return [];
    return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  });
  const sorted = [...new Set(forms)].toSorted((one, other) => other.length - one.length);
  if (sorted.length === 0) return (text) => text;
  const CHUNK = 500;
  const expressions = Array.from(
    { length: Math.ceil(sorted.length / CHUNK) },
    (_, at) =>
      // An element of a list is a whole word: a community `core` is no part of `score`.
      new RegExp(
        `(?<![\\w])(?:${sorted
          .slice(at * CHUNK, (at + 1) * CHUNK)
          .map(escaped)
          .join('|')})(?![\\w])`,
        'g',
      ),
  );
  return (text) => expressions.reduce((left, expression) => left.replaceAll(expression, REMOVED), text);
}

function redactValue(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  // Deeper than any line of a log of ours: what is not read might be a secret.
  if (depth > MAX_DEPTH) return REMOVED;
  if (Array.isArray(value)) return value.map((one) => redactValue(one, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      redact(key),
      SECRET_KEY.test(key) && one !== null && typeof one !== 'boolean'
        ? REMOVED
        : redactValue(one, redact, depth + 1),
    ]),
  );
}

export interface Redactor {
  /** A text without secrets. */
  readonly text: Redact;
  /** A value of JSON without secrets: by the names of its fields, and in its texts. */
  readonly value: (value: unknown) => unknown;
  /** A line of a log: JSON, or any text. */
  readonly line: Redact;
  /** The lines of one log in their order: a private key may extend over several of them. */
  readonly lines: () => Redact;
}

const KEY_BEGIN = /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;
const KEY_END = /-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;

/** Removes what is between the first and the last line of a private key. The start of a log may lie within one. */
function lineRedactor(line: Redact): Redact {
  let isInKey = false;
  return (given) => {
    if (isInKey) {
      isInKey = !KEY_END.test(given);
      return REMOVED;
    }
    const from = given.search(KEY_BEGIN);
    isInKey = from !== -1 && !KEY_END.test(given.slice(from));
    return line(given);
  };
}

/** Removes secrets: those that are known, and those that look like one. */
export function redactor(known: ReadonlySet<string>): Redactor {
  const knownLeft = literals(known);
  const text: Redact = (given) =>
    patterns.reduce((left, [pattern, by]) => left.replaceAll(pattern, by), knownLeft(given));
  const value = (given: unknown): unknown => redactValue(given, text);
  const line: Redact = (given) => {
    if (!given.startsWith('{')) return text(given);
    try {
      return JSON.stringify(value(JSON.parse(given)));
    } catch {
      return text(given);
    }
  };
  return { text, value, line, lines: () => lineRedactor(line) };
}

const SECRET_VARIABLE = /PASS|SECRET|TOKEN|KEY|CREDENTIAL|COMMUNITY|AUTH|HEADERS/i;

/** What may be secret of a variable: its value where it is named like one, and passwords in addresses. */
function secretsOf(name: string, value: string): readonly string[] {
  const named = SECRET_VARIABLE.test(name) ? [value, ...value.split(/[\s,;]+/)] : [];
  // `OTEL_EXPORTER_OTLP_HEADERS`: names with percent-encoded values.
  const headers = name.endsWith('HEADERS') ? [...value.matchAll(/=([^,]+)/g)] : [];
  const passwords = [...value.matchAll(/\/\/[^\s/@:]*:([^\s/@]+)@/g)];
  const encoded = [...headers, ...passwords].map(([, text = '']) => text);
  return [...named, ...encoded, ...encoded.map((text) => decoded(text))];
}

/** Secrets in environment variables: values of those that are named like one, and passwords in addresses. */
export const secretsOfEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): ReadonlySet<string> =>
  new Set(Object.entries(env).flatMap(([name, value = '']) => (value === '' ? [] : secretsOf(name, value))));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
