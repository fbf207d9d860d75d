/** Tokens of browsers in a user agent, the most specific first: Edge and Opera also contain Chrome. */
const browsers = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** Readable name of a user agent, `Firefox 142 · Linux`; an unknown one unchanged. */
export function browserName(agent: string): string {
  const system = systems.find(([, sign]) => sign.test(agent))?.[0];
  for (const [name, sign] of browsers) {
    const version = sign.exec(agent)?.[1];
    if (version !== undefined) return [`${name} ${version}`, system].filter(Boolean).join(' · ');
  }
  return agent;
}
