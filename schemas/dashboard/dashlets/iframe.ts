import { z } from 'zod';

/** A page of another site in a sandbox. The server compares its address with the whitelist. */
export const IframeSettings = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'URL_INVALID' }).max(2_000),
});
export type IframeSettings = z.infer<typeof IframeSettings>;
