import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { documentKinds } from '#schemas/dashboard/routes.ts';
import type { DocumentKind } from '#schemas/dashboard/routes.ts';
import {
  listCustomerManagers,
  sdwanAnswers,
  trySdwanDashlet,
} from '#schemas/dashboard/sdwan-answer-routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { DashletAnswers } from './dashlet-answers.ts';

export interface SdwanDashletNeeds {
  readonly answers: DashletAnswers;
  /** Reads a document of a customer that the caller may read. Throws NOT_FOUND, DASHBOARD_UNAVAILABLE. */
  readonly documents: (
    space: { readonly kind: DocumentKind; readonly customer: number },
    id: number,
    caller: Caller,
  ) => Promise<DashboardDocument>;
}

/** Aborts when the caller closes the connection before its reply. */
function untilClosed({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) closing.abort(new Error('the connection was closed'));
  });
  return closing.signal;
}

/** The settings of an SD-WAN dashlet as they are stored. Throws NOT_OF_DOCUMENT. */
function settingsOf({ dashlets }: DashboardDocument, id: string) {
  const dashlet = dashlets.find((one) => one.id === id);
  if (dashlet?.type !== 'sdwan') throw new ProblemError('NOT_OF_DOCUMENT');
  return dashlet.settings;
}

/** What SD-WAN dashlets show: readers run what a document says, authors try what it might say. */
export function sdwanDashletPlugin(app: FastifyInstance, { answers, documents }: SdwanDashletNeeds): void {
  for (const kind of documentKinds)
    serve(app, sdwanAnswers[kind], async ({ params, body: { dashlet, ...chosen }, caller, reply }) => {
      const { customerId: customer, resourceId } = params;
      const document = await documents({ kind, customer }, resourceId, caller);
      const asked = { settings: settingsOf(document, dashlet), filters: document.filters, chosen };
      return answers.read({ ...asked, caller, customer }, untilClosed(reply));
    });
  serve(app, trySdwanDashlet, ({ params: { customerId: customer }, body, caller, reply }) => {
    const { settings, filters, ...chosen } = body;
    return answers.read({ settings, filters, chosen, caller, customer }, untilClosed(reply));
  });
  serve(app, listCustomerManagers, async ({ params }) => ({
    managers: (await answers.listManagers(params.customerId)).map(({ id, name, kind }) => ({
      id,
      name,
      kind,
    })),
  }));
}
