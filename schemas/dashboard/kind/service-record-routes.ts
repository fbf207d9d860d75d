import { z } from 'zod';
import { readServiceRecord } from '../../alerting/incident/service-record-routes.ts';
import { resourceKinds } from '../../resource/kind.ts';
import { API, route } from '../../route.ts';
import { unavailableOf, type ShownKind } from './shown-kind.ts';

const Id = z.coerce.number().int().positive();

const ofKind = (kind: ShownKind) => {
  const {
    words: { one },
    customer: { read: needs },
  } = resourceKinds[kind];
  return route({
    method: 'POST',
    scope: 'customer',
    needs,
    display: kind === 'home' ? undefined : true,
    path: `${API}/customers/:customerId/${kind}/:resourceId/service-record`,
    summary: `Incidents and maintenance that a dashlet of ${one} lists, for readers who may see alarms as well`,
    params: z.strictObject({ customerId: Id, resourceId: Id }),
    body: readServiceRecord.body,
    noChange: 'query',
    reply: readServiceRecord.reply,
    problems: [...readServiceRecord.problems, unavailableOf(kind), 'NOT_FOUND', 'NOT_OF_DOCUMENT'],
  });
};

/** Incidents and maintenance of a stored document: readers choose the period and what its filters select. */
export const documentServiceRecord = {
  dashboard: ofKind('dashboard'),
  home: ofKind('home'),
  report: ofKind('report'),
} as const;
