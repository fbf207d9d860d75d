import { z } from 'zod';

/** Credentials would be shown to every reader of the document. */
const isWithoutCredentials = (text: string): boolean => {
  const { username, password } = URL.parse(text) ?? { username: '', password: '' };
  return username === '' && password === '';
};

/** A page of another site in a sandbox. The server compares its address with the whitelist. */
export const IframeSettings = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'URL_INVALID' })
    .max(2_000)
    .refine(isWithoutCredentials, 'URL_INVALID'),
});
export type IframeSettings = z.infer<typeof IframeSettings>;
