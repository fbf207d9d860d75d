import { reportImageLimits } from '#schemas/limit/report.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { imageOf, type ImageFile } from './image-file.ts';

/** The image of a file in base64. Throws REPORT_FILE_INVALID and REPORT_IMAGE_OVERSIZED. */
export function acceptedImage(data: string): ImageFile {
  const file = imageOf(Buffer.from(data, 'base64'));
  if (file === undefined) throw new ProblemError('REPORT_FILE_INVALID');
  if ('oversized' in file) {
    const { maxSide, maxPixels } = reportImageLimits;
    const params = { ...file.oversized, side: maxSide, millions: maxPixels / 1_000_000 };
    throw new ProblemError('REPORT_IMAGE_OVERSIZED', { params });
  }
  return file;
}
