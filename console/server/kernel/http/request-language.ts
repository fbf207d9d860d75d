import Negotiator from 'negotiator';
import type { FastifyRequest } from 'fastify';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import { languages, offeredLanguage } from '#schemas/time/locale.ts';

/**
 * The language of texts in a reply: `Accept-Language` (RFC 9110 §12.5.4), else that of the user, else the default of the
 * installation, which offers them.
 */
export function requestLanguage({ headers, caller, server }: FastifyRequest): TextLanguage {
  const offered = server.hasDecorator('languages') ? server.languages : languages;
  const header = headers['accept-language'];
  const accepted =
    header === undefined || header === '*' ? undefined : new Negotiator({ headers }).language([...offered]);
  return offeredLanguage(accepted ?? caller?.language, offered);
}
