import type { DashletType } from '#schemas/dashboard/dashlets.ts';

/** A stroke or a filled shape of a picture; `accent` has the colour of values, `plain` that of texts and lines around them. */
interface PicturePart {
  readonly d: string;
  readonly as: 'line' | 'fill';
  readonly tone: 'accent' | 'soft' | 'plain' | 'good' | 'warning' | 'critical';
}

const line = (tone: PicturePart['tone'], d: string): PicturePart => ({ d, as: 'line', tone });
const fill = (tone: PicturePart['tone'], d: string): PicturePart => ({ d, as: 'fill', tone });
/** Squares of a grid, each with its tone. */
const squares = (side: number, rows: readonly string[]): readonly PicturePart[] => {
  const tones = { g: 'good', w: 'warning', c: 'critical', a: 'accent', s: 'soft', p: 'plain' } as const;
  return rows.flatMap((row, y) =>
    row.split('').map((tone, x) => {
      const [left, top] = [6 + x * (side + 2), 5 + y * (side + 2)];
      return fill(
        tones[tone as keyof typeof tones],
        `M${String(left)} ${String(top)}h${String(side)}v${String(side)}h-${String(side)}z`,
      );
    }),
  );
};

/** Pictures of the types, in a box of 72 × 44. */
export const picturePaths: Readonly<Record<DashletType, readonly PicturePart[]>> = {
  timeline: [
    line('plain', 'M8 4V38H68'),
    line('soft', 'M10 30L22 26L34 31L46 22L58 25L67 20'),
    line('accent', 'M10 24L20 14L32 22L44 10L56 18L67 8'),
  ],
  states: [
    fill('good', 'M6 6h22v8h-22z M44 6h22v8h-22z M6 18h40v8h-40z M6 30h10v8h-10z M34 30h32v8h-32z'),
    fill('critical', 'M28 6h16v8h-16z M16 30h18v8h-18z'),
    fill('warning', 'M46 18h20v8h-20z'),
  ],
  sparkline: [
    line('plain', 'M6 11H22 M6 25H22 M6 39H22'),
    line(
      'accent',
      'M28 12L36 6L44 13L52 8L66 10 M28 26L38 22L48 27L58 20L66 24 M28 40L36 37L46 34L56 39L66 33',
    ),
  ],
  hours: squares(7, ['sssaaas', 'ssaacas', 'sssaaas', 'ssssaas']),
  bar: [
    line('plain', 'M8 4V40'),
    fill('accent', 'M9 6h54v6h-54z M9 15h40v6h-40z M9 24h27v6h-27z'),
    fill('soft', 'M9 33h14v6h-14z'),
  ],
  table: [
    fill('plain', 'M6 5h60v5h-60z'),
    line('soft', 'M6 17H66 M6 25H66 M6 33H66 M6 40H66'),
    line('accent', 'M52 14H64 M56 22H64 M50 30H64 M58 37H64'),
  ],
  pie: [
    fill('soft', 'M36 22m-17 0a17 17 0 1 0 34 0a17 17 0 1 0 -34 0'),
    fill('accent', 'M36 22V5A17 17 0 0 1 51 30z'),
    fill('plain', 'M36 22L51 30A17 17 0 0 1 30 38z'),
  ],
  gauge: [
    line('soft', 'M14 36A22 22 0 0 1 58 36'),
    line('accent', 'M14 36A22 22 0 0 1 47 17'),
    line('plain', 'M36 36L45 23'),
  ],
  figure: [
    line('plain', 'M24 8V24 M20 12L24 8 M34 8H44V16H34V24H44 M52 10h.1 M60 24h.1 M60 9L52 24'),
    line('accent', 'M8 38L20 34L32 37L44 31L56 34L66 29'),
  ],
  service: [
    fill('soft', 'M6 8h60v6h-60z M6 19h60v6h-60z M6 30h60v6h-60z'),
    fill('good', 'M6 8h57v6h-57z M6 30h58v6h-58z'),
    fill('critical', 'M6 19h44v6h-44z'),
    line('plain', 'M60 5V39'),
  ],
  alarms: [
    fill('critical', 'M6 6h7v7h-7z'),
    fill('warning', 'M6 19h7v7h-7z M6 32h7v7h-7z'),
    line('plain', 'M18 9.5H50 M18 22.5H44 M18 35.5H48'),
    line('soft', 'M56 9.5H66 M56 22.5H66 M56 35.5H66'),
  ],
  incidents: [
    fill('critical', 'M6 6h26v7h-26z'),
    fill('warning', 'M20 19h34v7h-34z'),
    fill('soft', 'M44 32h22v7h-22z'),
    line('plain', 'M6 41H68'),
  ],
  sites: squares(7, ['cwwgggg', 'ggggggg', 'ggggggg', 'gggg']),
  map: [
    fill('soft', 'M8 14L20 6L34 10L50 5L65 12L60 26L64 36L46 40L34 34L18 39L7 30z'),
    fill('good', 'M20 18m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0 M51 30m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0'),
    fill('critical', 'M38 20m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0'),
  ],
  inventory: [
    fill('plain', 'M6 5h60v5h-60z'),
    line('accent', 'M6 18H24 M6 27H28 M6 36H22'),
    line('soft', 'M34 18H50 M34 27H46 M34 36H50 M56 18H66 M56 27H66 M56 36H66'),
  ],
  text: [line('plain', 'M6 9H36'), line('soft', 'M6 19H66 M6 27H60'), line('accent', 'M6 36H30')],
  iframe: [line('plain', 'M6 5H66V39H6z M6 14H66'), line('soft', 'M18 9.5H46 M14 22H58 M14 30H44')],
  sdwan: [
    line('soft', 'M36 12L16 32 M36 12L56 32 M16 32H56'),
    fill('accent', 'M36 11m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0'),
    fill('plain', 'M16 33m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0 M56 33m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0'),
  ],
};
