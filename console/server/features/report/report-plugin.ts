import type { FastifyInstance } from 'fastify';
import { customerImages, providerImages } from '#schemas/image/routes.ts';
import { readReportSettings } from '#schemas/report/routes.ts';
import { reportRuns } from '#schemas/rendering/routes.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import type { ImageRepository, ImageSpace } from './image-repository.ts';
import type { ReportOfCustomer, ReportRunRepository } from './run-repository.ts';

export interface ReportNeeds {
  readonly images: ImageRepository;
  readonly runs: ReportRunRepository;
  readonly settings: { readonly maxPages: number; readonly resolvingIntervalMs: number };
}

type SpaceRoutes = typeof customerImages;

/** Routes of the multi-client space have no customer. */
const spaceOf = (params: { readonly customerId?: number } | undefined): ImageSpace => ({
  customer: params?.customerId ?? null,
});

function serveImages(app: FastifyInstance, routes: SpaceRoutes, images: ImageRepository): void {
  serve(app, routes.list, async ({ params }) => ({ images: await images.list(spaceOf(params)) }));
  serve(app, routes.read, ({ params }) => images.content(spaceOf(params), params.imageId));
  serve(app, routes.uses, ({ params, caller }) => images.uses(spaceOf(params), params.imageId, caller));
  serve(app, routes.upload, ({ params, body, ...actor }) =>
    images.create(body, { ...actor, ...spaceOf(params) }),
  );
  serve(app, routes.update, ({ params, body, ...actor }) =>
    images.update(params.imageId, body, { ...actor, ...spaceOf(params) }),
  );
  serve(app, routes.delete, async ({ params, query, ...actor }) => {
    await images.delete(params.imageId, query.version, { ...actor, ...spaceOf(params) });
    return {};
  });
}

const placeOf = (params: { readonly customerId: number; readonly resourceId: number }): ReportOfCustomer => ({
  customer: params.customerId,
  report: params.resourceId,
});

function serveRuns(app: FastifyInstance, runs: ReportRunRepository): void {
  serve(app, reportRuns.list, async ({ params, caller }) => ({
    runs: await runs.list(placeOf(params), caller),
  }));
  serve(app, reportRuns.create, ({ params, body, caller, audit }) =>
    runs.create(body, { caller, audit, ...placeOf(params) }),
  );
  serve(app, reportRuns.read, ({ params, caller }) =>
    runs.read({ ...placeOf(params), run: params.runId }, caller),
  );
  serve(app, reportRuns.cancel, async ({ params, caller, audit }) => {
    await runs.cancel(params.runId, { caller, audit, ...placeOf(params) });
    return {};
  });
  serveFile(app, reportRuns.file, ({ params, caller }) =>
    runs.file({ ...placeOf(params), run: params.runId }, caller),
  );
}

/** What reports have in addition to their documents: images, and what the configuration says. */
export function reportPlugin(app: FastifyInstance, { images, runs, settings }: ReportNeeds): void {
  serveImages(app, customerImages, images);
  // Both spaces have the same routes but for the customer, which `spaceOf` reads.
  serveImages(app, providerImages as unknown as SpaceRoutes, images);
  serveRuns(app, runs);
  serve(app, readReportSettings, () => settings);
}
