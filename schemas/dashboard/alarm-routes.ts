import { z } from 'zod';
import { listContextAlarms } from '../alerting/context-alarm-routes.ts';
import { resourceKinds } from '../resource/kind.ts';
import { API, route } from '../route.ts';
import { unavailableOf, type ShownKind } from './kind/shown-kind.ts';

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
    path: `${API}/customers/:customerId/${kind}/:resourceId/alarms`,
    summary: `Running alarms that a dashlet of ${one} lists, for readers who may see alarms as well`,
    params: z.strictObject({ customerId: Id, resourceId: Id }),
    body: listContextAlarms.body,
    noChange: 'query',
    reply: listContextAlarms.reply,
    problems: [...listContextAlarms.problems, unavailableOf(kind), 'NOT_FOUND', 'NOT_OF_DOCUMENT'],
  });
};

/** The alarms of a stored document: readers choose nothing but what its filters select. */
export const documentAlarms = {
  dashboard: ofKind('dashboard'),
  home: ofKind('home'),
  report: ofKind('report'),
} as const;
