/** Least ratio of text and what is behind it (WCAG 2.2, success criterion 1.4.3). */
export const MIN_CONTRAST = 4.5;

type Channels = readonly [number, number, number];

const channelsOf = (color: string): Channels => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
];

const hexOf = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2, relative luminance, of `#rrggbb`. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Ratio of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((left, right) => left - right) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/** The colour with a part of another, from 0 to 1. */
export function mixed(color: string, other: string, part: number): string {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  return hexOf(
    from.map((channel, index) => channel + ((to[index] ?? 0) - channel) * part) as unknown as Channels,
  );
}

/** White or black: one of both can be read on any colour, since the product of their ratios is 21. */
export const textOn = (background: string): string =>
  contrast('#ffffff', background) >= MIN_CONTRAST ? '#ffffff' : '#000000';

const STEP = 0.05;

/** The colour itself where it can be read on a background, else the nearest shade of it that can. */
export function readableOn(background: string, color: string): string {
  const end = textOn(background);
  for (let part = 0; part < 1; part += STEP) {
    const shade = mixed(color, end, part);
    if (contrast(shade, background) >= MIN_CONTRAST) return shade;
  }
  return end;
}
