import { z } from 'zod';
import { listElements } from '../data/element-routes.ts';
import { readData } from '../data/routes.ts';
import { resourceKinds } from '../resource/kind.ts';
import { API, route } from '../route.ts';
import { unavailableOf, type ShownKind } from './kind/shown-kind.ts';

const Id = z.coerce.number().int().positive();
const params = z.strictObject({ customerId: Id, resourceId: Id });

/** What a document shows, for those who may read it, and nothing else. */
const ofKind = (kind: ShownKind) => {
  const {
    words: { one },
    customer: { read: needs },
  } = resourceKinds[kind];
  const path = `${API}/customers/:customerId/${kind}/:resourceId` as const;
  const display = kind === 'home' ? undefined : true;
  const of = { scope: 'customer', needs, method: 'POST', params, noChange: 'query', display } as const;
  return {
    data: route({
      ...of,
      path: `${path}/data`,
      summary: `Values of the dashlets of ${one}, for any period and selection: lines of JSON, as of other data requests`,
      body: readData.body,
      reply: readData.reply,
      stream: readData.stream,
      bodyLimit: readData.bodyLimit,
      timeoutMs: readData.timeoutMs,
      problems: [...readData.problems, unavailableOf(kind), 'NOT_OF_DOCUMENT'],
    }),
    elements: route({
      ...of,
      path: `${path}/elements`,
      summary: `Elements that the filters of ${one} offer, or that its dashlets list`,
      body: listElements.body,
      reply: listElements.reply,
      problems: ['NOT_FOUND', unavailableOf(kind), 'NOT_OF_DOCUMENT'],
    }),
  };
};

export const documentData = {
  dashboard: ofKind('dashboard'),
  home: ofKind('home'),
  report: ofKind('report'),
} as const;
