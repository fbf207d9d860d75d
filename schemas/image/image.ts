import { z } from 'zod';
import { DocumentUses } from '../resource/document-use.ts';
import { reportImageLimits } from '../limit/report.ts';
import { Line } from '../text/line.ts';

const imageTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const;
export type ImageType = (typeof imageTypes)[number];

export const ImageName = Line.min(1, 'REQUIRED').max(reportImageLimits.nameMax);

/** An image of a library: that of a customer, or that of the provider, which reports of all customers may show. */
export const ReportImage = z.strictObject({
  id: z.number(),
  name: z.string(),
  type: z.enum(imageTypes),
  /** Pixels; of an SVG those of its view box. */
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  /** Of the library of the provider. */
  ofProvider: z.boolean(),
  version: z.number(),
  /** Milliseconds since 1970. */
  updatedAt: z.number(),
  author: z.string().nullable(),
});
export type ReportImage = z.infer<typeof ReportImage>;

/** Reports that show an image. */
export const ImageUses = DocumentUses;

/** Base64 of a file. */
export const ImageData = z
  .base64({ error: 'REPORT_FILE_INVALID' })
  .min(1, 'REQUIRED')
  .max(Math.ceil(reportImageLimits.maxBytes / 3) * 4, { error: 'REPORT_FILE_INVALID' });
