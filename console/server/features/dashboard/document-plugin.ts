import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { z } from 'zod';
import type { documentParams, documentRoutesIn } from '#schemas/dashboard/kind/document-routes.ts';
import { customerDocuments, documentKinds, providerDocuments } from '#schemas/dashboard/routes.ts';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type {
  AnyDifference,
  AnyDraft,
  AnyEntry,
  AnyFile,
  AnySummary,
  AnyUpdate,
} from '#schemas/report/any-document.ts';
import { customerReports, providerReports } from '#schemas/report/routes.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { serve } from '../../kernel/route/serve.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { DocumentFileRepository } from './document-file-repository.ts';
import type { DocumentRepository } from './document-repository.ts';
import type { DocumentSpace } from './stored-document.ts';

export interface DocumentNeeds {
  readonly documents: DocumentRepository;
  readonly files: DocumentFileRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

type Params = (typeof documentParams)['customer'];
/** The routes of any kind: those of a kind take and return documents of it. */
type SpaceRoutes = ReturnType<
  typeof documentRoutesIn<
    Params['all'],
    Params['one'],
    Params['numbered'],
    {
      readonly Draft: z.ZodType<AnyDraft>;
      readonly Update: z.ZodType<AnyUpdate>;
      readonly Summary: z.ZodType<AnySummary, AnySummary>;
      readonly Entry: z.ZodType<AnyEntry, AnyEntry>;
      readonly Difference: z.ZodType<AnyDifference, AnyDifference>;
      readonly File: z.ZodType<AnyFile, AnyFile>;
      readonly WrittenFile: z.ZodType<AnyFile>;
      readonly unavailable: ProblemCode;
    }
  >
>;

interface Served extends DocumentNeeds {
  readonly kind: ShownKind;
  readonly routes: SpaceRoutes;
}

/** Routes of the multi-client space have no customer. */
const spaceIn =
  (kind: ShownKind) =>
  (params: { readonly customerId?: number } | undefined): DocumentSpace => ({
    kind,
    customer: params?.customerId ?? null,
  });

function serveReading(app: FastifyInstance, { kind, routes, documents }: Served): void {
  const spaceOf = spaceIn(kind);
  serve(app, routes.list, async ({ params, caller }) => ({
    documents: await documents.list(spaceOf(params), caller),
  }));
  serve(app, routes.read, ({ params, caller }) => documents.read(spaceOf(params), params.resourceId, caller));
  serve(app, routes.markOpened, async ({ params, caller, audit }) => {
    await documents.mark(params.resourceId, {}, { ...spaceOf(params), caller, audit });
    return {};
  });
  serve(app, routes.markFavourite, async ({ params, body, caller, audit }) => {
    await documents.mark(params.resourceId, body, { ...spaceOf(params), caller, audit });
    return {};
  });
}

function serveWriting(app: FastifyInstance, { kind, routes, documents, bus }: Served): void {
  const spaceOf = spaceIn(kind);
  serve(app, routes.create, async ({ params, body, caller, audit }) => {
    const id = await documents.create(body, { ...spaceOf(params), caller, audit });
    publishResourceChange(bus, kind);
    return documents.read(spaceOf(params), id, caller);
  });
  serve(app, routes.update, async ({ params, body, caller, audit }) => {
    await documents.update(params.resourceId, body, { ...spaceOf(params), caller, audit });
    publishResourceChange(bus, kind);
    return documents.read(spaceOf(params), params.resourceId, caller);
  });
  serve(app, routes.moveFolder, async ({ params, body, caller, audit, unchanged }) => {
    const outcome = await documents.moveFolder(body, { ...spaceOf(params), caller, audit });
    if (outcome.moved > 0) publishResourceChange(bus, kind);
    else unchanged();
    return outcome;
  });
  serve(app, routes.duplicate, async ({ params, body, caller, audit }) => {
    const copy = await documents.duplicate(params.resourceId, body, { ...spaceOf(params), caller, audit });
    publishResourceChange(bus, kind);
    return documents.read(spaceOf(params), copy, caller);
  });
  serve(app, routes.delete, async ({ params, query, caller, audit }) => {
    await documents.delete(params.resourceId, query.version, { ...spaceOf(params), caller, audit });
    publishResourceChange(bus, kind);
    return {};
  });
}

function serveVersions(app: FastifyInstance, { kind, routes, documents, bus }: Served): void {
  const spaceOf = spaceIn(kind);
  serve(app, routes.listVersions, async ({ params, caller }) => ({
    versions: await documents.listVersions(spaceOf(params), params.resourceId, caller),
  }));
  serve(app, routes.compare, async ({ params, query: { to }, caller }) => {
    const key = { id: params.resourceId, number: params.number, to };
    return { difference: await documents.compare(spaceOf(params), key, caller) };
  });
  serve(app, routes.restore, async ({ params, body, caller, audit }) => {
    const { resourceId: id, number } = params;
    await documents.restore({ id, number }, body.version, { ...spaceOf(params), caller, audit });
    publishResourceChange(bus, kind);
    return documents.read(spaceOf(params), id, caller);
  });
}

function serveFiles(app: FastifyInstance, { kind, routes, documents, files, bus }: Served): void {
  const spaceOf = spaceIn(kind);
  serve(app, routes.export, ({ params, caller }) => files.export(spaceOf(params), params.resourceId, caller));
  serve(app, routes.import, async ({ params, query, body, caller, audit, unchanged }) => {
    const space = spaceOf(params);
    const { id, ...outcome } = await files.import({ ...body, ...query }, { ...space, caller, audit });
    if (id === undefined) {
      unchanged();
      return { document: null, ...outcome };
    }
    publishResourceChange(bus, kind);
    return { document: await documents.read(space, id, caller), ...outcome };
  });
}

// Both spaces have the same routes but for the customer, which `spaceIn` reads.
const kinds = [
  ...documentKinds.map((kind) => [kind, [customerDocuments[kind], providerDocuments[kind]]] as const),
  ['report', [customerReports, providerReports]] as const,
];

/** Dashboards, home pages and reports. */
export function documentPlugin(app: FastifyInstance, needs: DocumentNeeds): void {
  for (const [kind, spaces] of kinds) {
    for (const routes of spaces) {
      const served = { ...needs, kind, routes: routes as unknown as SpaceRoutes };
      serveReading(app, served);
      serveWriting(app, served);
      serveVersions(app, served);
      serveFiles(app, served);
    }
  }
}
