import type { Status } from '../severity/severity.ts';

export interface MapColours {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly halo: string;
  readonly text: string;
  /** Names of countries. */
  readonly place: string;
  readonly accent: string;
  readonly status: Readonly<Record<Status, string>>;
}

/** Tokens of the page as colours: a canvas knows no custom properties. */
export function mapColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--tt-${name}`).trim();
  const unknown = token('unknown');
  return {
    water: token('map-water'),
    land: token('map-land'),
    border: token('map-border'),
    halo: token('map-halo'),
    text: token('text'),
    place: token('text-2'),
    accent: token('accent'),
    status: {
      critical: token('critical'),
      major: token('major'),
      minor: token('minor'),
      ok: token('ok'),
      unknown,
      silenced: unknown,
    },
  };
}
