import { PORT_TYPE } from '#schemas/inventory/port-type.ts';

export interface PortNameParts {
  readonly head: string;
  /** The remainder of the type of a port; empty where there is none. */
  readonly omitted: string;
  readonly rest: string;
}

/** The parts of a text around what may be omitted of it. */
export function portNameParts(text: string): PortNameParts {
  const found = PORT_TYPE.exec(text);
  const { kept = '', omitted = '' } = found?.groups ?? {};
  const at = found === null ? text.length : found.index + kept.length;
  return { head: text.slice(0, at), omitted, rest: text.slice(at + omitted.length) };
}
