import type { Brand, BrandDraft } from '#schemas/brand/brand.ts';

export const brandDraft = ({ primary, secondary, logo }: Brand): BrandDraft => ({
  primary,
  secondary,
  logo: null,
  retainsLogo: logo !== null,
});

/** Problems of a file, at its field. */
export const brandFaults = {
  REPORT_FILE_INVALID: 'logo',
  REPORT_IMAGE_OVERSIZED: 'logo',
} as const;
