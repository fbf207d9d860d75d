import { z } from 'zod';
import { mixed, readableOn, textOn } from './contrast.ts';

/** Colours of a provider or customer. */
export interface BrandColors {
  readonly primary: string;
  readonly secondary: string;
}

/** Those of a report whose provider and customer have none. */
export const defaultPrimary = '#1f5fd6';

/** Without a second colour it is a dark shade of the first one. */
export const secondaryOf = (primary: string): string => mixed(primary, '#000000', 0.45);

/** Colours that a report takes from its customer, else from its provider. */
export const brandPaints = ['brand', 'brand-second', 'on-brand', 'on-brand-second'] as const;
export type BrandPaint = (typeof brandPaints)[number];

/** A colour on paper: it is the same in both themes of the console. */
export const Color = z.string().regex(/^#[\da-f]{6}$/i, 'INPUT_INVALID');

/** A colour on paper, or one of the brand. */
export const Paint = z.union([Color, z.enum(brandPaints)], {
  error: 'INPUT_INVALID',
});

export const isBrandPaint = (paint: string | undefined): paint is BrandPaint =>
  brandPaints.some((known) => known === paint);

/** The value of a paint as it fills an area. */
export const fillOf = (paint: string | undefined): string | undefined =>
  isBrandPaint(paint) ? `var(--tt-${paint})` : paint;

/** The value of a paint as the colour of letters: those of the brand are shades that can be read. */
export const letterPaintOf = (paint: string | undefined): string | undefined =>
  paint === 'brand' || paint === 'brand-second' ? `var(--tt-${paint}-ink)` : fillOf(paint);

/** The colour that a paint stands for. */
export function resolvedPaint(paint: string, { primary, secondary }: BrandColors): string {
  if (!isBrandPaint(paint)) return paint;
  const base = paint.endsWith('second') ? secondary : primary;
  return paint.startsWith('on-') ? textOn(base) : base;
}

/** The properties that `fillOf` and `letterPaintOf` refer to, on a background. */
export function brandProperties(colors: BrandColors, background = '#ffffff'): Record<string, string> {
  const behind = resolvedPaint(background, colors);
  return {
    '--tt-brand': colors.primary,
    '--tt-brand-second': colors.secondary,
    '--tt-on-brand': textOn(colors.primary),
    '--tt-on-brand-second': textOn(colors.secondary),
    '--tt-brand-ink': readableOn(behind, colors.primary),
    '--tt-brand-second-ink': readableOn(behind, colors.secondary),
  };
}
