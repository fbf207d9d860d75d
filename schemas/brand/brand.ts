import { z } from 'zod';
import { ImageData, ReportImage } from '../image/image.ts';
import { Color, defaultPrimary, secondaryOf, type BrandColors } from './paint.ts';

const { type, width, height, bytes } = ReportImage.shape;

/** Whose logo a report shows. */
export const logoOwners = ['provider', 'customer'] as const;
export type LogoOwner = (typeof logoOwners)[number];

/** Logo and colours as they are set; null: none. */
export const Brand = z.strictObject({
  primary: Color.nullable(),
  /** Null: a dark shade of the first one. */
  secondary: Color.nullable(),
  logo: z.strictObject({ type, width, height, bytes, data: z.string() }).nullable(),
  /** 0: nothing has been set yet. */
  version: z.int(),
});
export type Brand = z.infer<typeof Brand>;

export const BrandDraft = z.strictObject({
  primary: Color.nullable(),
  secondary: Color.nullable(),
  /** Base64 of a new logo; null: there is no new one. */
  logo: ImageData.nullable(),
  /** Without a new logo the stored one stays. */
  retainsLogo: z.boolean(),
});
export type BrandDraft = z.infer<typeof BrandDraft>;

/** Larger logos are not shown in mails, nor are SVG, which mail programs do not draw. */
export const MAX_MAIL_LOGO_BYTES = 50_000;

type StoredColors = Pick<Brand, 'primary' | 'secondary'>;

/** Colours of a report: those of the customer if it has any, else those of the provider. They are never mixed. */
export function colorsOf(
  customer: StoredColors | undefined,
  provider: StoredColors | undefined,
): BrandColors {
  const chosen = [customer, provider].find((one) => (one?.primary ?? null) !== null);
  const primary = chosen?.primary ?? defaultPrimary;
  return { primary, secondary: chosen?.secondary ?? secondaryOf(primary) };
}
