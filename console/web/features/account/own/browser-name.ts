/** The sign of a browser in a user agent, the most particular first: Edge and Opera call themselves Chrome as well. */
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

/** What a user agent is called by people, `Firefox 142 · Linux`; the text itself where it is none that we know. */
export function browserName(agent: string): string {
  const system = systems.find(([, sign]) => sign.test(agent))?.[0];
  for (const [name, sign] of browsers) {
    const version = sign.exec(agent)?.[1];
    if (version !== undefined) return [`${name} ${version}`, system].filter(Boolean).join(' · ');
  }
  return agent;
}
