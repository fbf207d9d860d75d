/** The type of a port, as `TenGigabitEthernet` before its number; its first two letters are how engineers abbreviate it. */
const PORT_TYPE = /\b(?<first>[A-Z][A-Za-z])(?<omitted>[A-Za-z-]*(?:thernet|GigE))(?=\d)/u;

export interface PortNameParts {
  readonly head: string;
  /** The remainder of the type of a port; empty where there is none. */
  readonly omitted: string;
  readonly end: string;
}

/** The parts of a text around what may be omitted of it. */
export function portNameParts(text: string): PortNameParts {
  const found = PORT_TYPE.exec(text);
  const { first = '', omitted = '' } = found?.groups ?? {};
  const at = found === null ? text.length : found.index + first.length;
  return { head: text.slice(0, at), omitted, end: text.slice(at + omitted.length) };
}

/** The name of an element with the type of its port as engineers abbreviate it: `r1 · Te0/0/4`. */
export const withShortPort = (name: string): string => name.replace(PORT_TYPE, '$<first>');
