import type { FastifyBaseLogger } from 'fastify';
import type { Log } from '#platform/log/log.ts';

/** Log of a request, whose lines carry its id, or of the app. Limits fastify's logger to the events of the catalogue. */
export const eventLog = ({ log }: { readonly log: FastifyBaseLogger }): Log => log;
