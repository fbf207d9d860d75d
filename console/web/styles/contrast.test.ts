import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for large text, icons, borders of controls and focus outlines. */
const TEXT = 4.5;
const UI_PART = 3;

const web = fileURLToPath(new URL('..', import.meta.url));
const css = ['tokens', 'series']
  .map((sheet) => readFileSync(`${web}styles/${sheet}.css`, 'utf8'))
  .join('\n')
  .replaceAll(/\/\*.*?\*\//gs, '');

const blocks = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selectors = '', body = '']) => ({
  selectors: selectors.split(',').map((one) => one.trim()),
  tokens: [...body.matchAll(/--tt-([\w-]+):\s*([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
}));

const themes = ['dark', 'light'] as const;
const scopes = ['customer', 'cross-customer', 'admin'] as const;
type Theme = (typeof themes)[number];
type Scope = (typeof scopes)[number];

/** The tokens of a theme in a scope, in the order of the cascade. */
function tokensOf(theme: Theme, scope: Scope): ReadonlyMap<string, string> {
  const applied = [
    ':root',
    `:root[data-mantine-color-scheme='${theme}']`,
    `:root[data-scope='${scope}']`,
    `:root[data-mantine-color-scheme='${theme}'][data-scope='${scope}']`,
  ];
  return new Map(
    applied.flatMap((selector) =>
      blocks.filter(({ selectors }) => selectors.includes(selector)).flatMap(({ tokens }) => tokens),
    ),
  );
}

interface Colour {
  readonly channels: readonly [number, number, number];
  readonly alpha: number;
}

function colourOf(value: string): Colour {
  const hex = /^#(..)(..)(..)$/.exec(value)?.slice(1);
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value)?.slice(1).map(Number);
  const [red, green, blue, percent = 100] = hex?.map((part) => Number.parseInt(part, 16)) ?? rgb ?? [];
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`${value} is no colour`);
  return { channels: [red, green, blue], alpha: percent / 100 };
}

/** The value of a token, which may be another token. */
function valueOf(tokens: ReadonlyMap<string, string>, name: string): string {
  const value = tokens.get(name) ?? `--tt-${name}`;
  const other = /^var\(--tt-([\w-]+)\)$/.exec(value)?.[1];
  return other === undefined ? value : valueOf(tokens, other);
}

const over = (top: Colour, base: Colour): Colour => {
  const mix = (at: 0 | 1 | 2) => top.channels[at] * top.alpha + base.channels[at] * (1 - top.alpha);
  return { channels: [mix(0), mix(1), mix(2)], alpha: 1 };
};

function luminance({ channels }: Colour): number {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `soft/base` is a transparent token over an opaque one. */
function paint(tokens: ReadonlyMap<string, string>, background: string): Colour {
  const colours = background.split('/').map((name) => colourOf(valueOf(tokens, name)));
  return colours.reduceRight((base, top) => over(top, base));
}

function contrast(tokens: ReadonlyMap<string, string>, front: string, background: string): number {
  const [low, high] = [paint(tokens, front), paint(tokens, background)]
    .map(luminance)
    .sort((one, other) => one - other) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Pages, panels, menus and dialogs, hovered and selected rows. */
const grounds = ['bg', 'surface', 'raised', 'hover', 'active'];
const softOn = (soft: string) => ['bg', 'surface', 'raised'].map((base) => `${soft}/${base}`);
const statusGrounds = (status: string) => ['bg', 'surface', 'raised', 'hover', ...softOn(`${status}-soft`)];

const map = ['map-land', 'map-water'];

/** Text tokens and the backgrounds they are used on. */
const texts: Readonly<Record<string, readonly string[]>> = {
  text: [
    ...grounds,
    ...map,
    ...['accent-soft', 'critical-soft', 'major-soft', 'minor-soft', 'ok-soft'].flatMap(softOn),
  ],
  'text-2': [...grounds, ...map, ...softOn('unknown-soft'), ...softOn('accent-soft')],
  'text-3': grounds,
  accent: statusGrounds('accent'),
  scope: ['bg', 'surface', 'raised', 'hover', ...softOn('scope-soft')],
  critical: statusGrounds('critical'),
  major: statusGrounds('major'),
  minor: statusGrounds('minor'),
  ok: statusGrounds('ok'),
  unknown: statusGrounds('unknown'),
  'on-accent': ['scope-solid', 'accent-solid', 'accent-solid-hover', 'danger-solid', 'danger-solid-hover'],
  bg: ['text'],
  ...Object.fromEntries(
    ['1', '2', '3', '4', '5', '6', '7', '8', 'others'].map((name) => [
      `on-series-${name}`,
      [`series-${name}`],
    ]),
  ),
};

/** Icons, borders of inputs, focus outlines and marks on the map. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'control-line': ['bg', 'surface', 'raised'],
  accent: [...grounds, 'map-land', 'map-water'],
  'accent-solid': ['bg', 'surface'],
  brand: ['bg', 'surface'],
  critical: ['map-land', 'map-water'],
  major: ['map-land', 'map-water'],
  minor: ['map-land', 'map-water'],
  unknown: ['map-land', 'map-water'],
};

/** Land and sea are large areas without detail: less contrast than of a part is clear, and keeps markers in front. */
const LAND = 1.35;

/** The pairs of a token whose contrast is too low, with their ratio. */
const tooLow = (
  tokens: ReadonlyMap<string, string>,
  front: string,
  grounds: readonly string[],
  least: number,
) =>
  grounds
    .map((ground) => ({ ground, ratio: contrast(tokens, front, ground) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ ground, ratio }) => `${front} on ${ground}: ${ratio.toFixed(2)}`);

describe.each(themes)('the %s theme', (theme) => {
  describe.each(scopes)('in the %s scope', (scope) => {
    const tokens = tokensOf(theme, scope);

    it('focus and primary buttons are those of every other scope', () => {
      const own = ['accent', 'accent-solid', 'accent-solid-hover', 'accent-soft'].map((name) =>
        tokens.get(name),
      );
      const blue = tokensOf(theme, 'customer');
      expect(own).toEqual(
        ['accent', 'accent-solid', 'accent-solid-hover', 'accent-soft'].map((name) => blue.get(name)),
      );
    });

    it.each(Object.entries(texts))('text in %s reaches 4.5:1 on its backgrounds', (front, grounds) => {
      expect(tooLow(tokens, front, grounds, TEXT)).toEqual([]);
    });

    it.each(Object.entries(parts))('a part in %s reaches 3:1 on its backgrounds', (front, grounds) => {
      expect(tooLow(tokens, front, grounds, UI_PART)).toEqual([]);
    });
  });

  it('separates land from sea', () => {
    expect(tooLow(tokensOf(theme, 'customer'), 'map-land', ['map-water'], LAND)).toEqual([]);
  });
});

describe('the stylesheets', () => {
  const sheets = globSync('**/*.css', { cwd: web }).map((file) => readFileSync(`${web}${file}`, 'utf8'));

  it('take text colours only from the tokens of this table', () => {
    const used = sheets.flatMap((sheet) =>
      [...sheet.matchAll(/(?<![-\w])color: var\(--tt-([\w-]+)\)/g)].map(([, name = '']) => name),
    );
    // A severity element sets --tt-status to the token of its severity.
    expect([...new Set(used)].filter((name) => name !== 'status' && !(name in texts))).toEqual([]);
  });
});
