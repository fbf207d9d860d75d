import { z } from 'zod';
import { textDashlet } from '../../limit/dashlet.ts';

/** A text in Markdown (CommonMark with tables), as explanations or links. HTML in it is text, and it has no images. */
export const TextSettings = z.strictObject({
  markdown: z.string().max(textDashlet.maxLength).default(''),
});
