import Negotiator from 'negotiator';
import type { FastifyRequest } from 'fastify';
import type { TextLanguage } from '#schemas/problem/definition.ts';

const languages: TextLanguage[] = ['en', 'fr'];

/** The language of texts in a reply: `Accept-Language` (RFC 9110 §12.5.4), else that of the user, else English. */
export function requestLanguage({ headers, caller }: FastifyRequest): TextLanguage {
  const header = headers['accept-language'];
  const accepted =
    header === undefined || header === '*' ? undefined : new Negotiator({ headers }).language(languages);
  return languages.find((language) => language === accepted) ?? caller?.language ?? 'en';
}
