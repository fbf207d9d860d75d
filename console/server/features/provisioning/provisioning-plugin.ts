import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createImportMapping,
  deleteImportMapping,
  listImportMappings,
  updateImportMapping,
} from '#schemas/provisioning/mapping-routes.ts';
import {
  applyImport,
  cancelImport,
  createImport,
  listImports,
  planImport,
  readImport,
  readImportResult,
  readImportSource,
  repeatImport,
  undoImport,
} from '#schemas/provisioning/routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import { importingActorOf } from './import-actor.ts';
import type { ImportRepository } from './import-repository.ts';
import type { ImportMappingRepository } from './mapping-repository.ts';
import { schedulePlugin } from './schedule/schedule-plugin.ts';
import type { ScheduleRepository } from './schedule/schedule-repository.ts';
import { shownImport, type ListedImportRow } from './shown-import.ts';

export interface ProvisioningNeeds {
  readonly imports: ImportRepository;
  readonly mappings: ImportMappingRepository;
  readonly schedules: ScheduleRepository;
}

const shownTo = async (request: FastifyRequest, row: Promise<ListedImportRow>) =>
  shownImport(await row, requestLanguage(request));

/** `plan.xlsx` → `plan-result.csv`. */
const resultName = (name: string): string => `${name.replace(/\.\w{1,5}$/, '')}-result.csv`;

function serveReads(app: FastifyInstance, { imports }: ProvisioningNeeds): void {
  serve(app, listImports, async ({ caller, request }) => {
    const language = requestLanguage(request);
    return { imports: (await imports.list(caller)).map((row) => shownImport(row, language)) };
  });
  serve(app, readImport, async ({ params, caller, request }) => {
    const language = requestLanguage(request);
    const { row, changes, faults } = await imports.readDetail(caller, params.importId);
    return {
      import: shownImport(row, language),
      changes: [...changes],
      faults: faults.map((fault) => ({ ...fault, message: problemText(fault.code, language, fault.params) })),
    };
  });
  serveFile(app, readImportSource, async ({ params, caller }) => {
    const { name, content } = await imports.readFile(caller, params.importId, 'source');
    return { name, content: Readable.from([content]).pipe(createGunzip()) };
  });
  serveFile(app, readImportResult, async ({ params, caller }) => {
    const { name, content } = await imports.readFile(caller, params.importId, 'result');
    return { name: resultName(name), content: Readable.from([content]).pipe(createGunzip()) };
  });
}

function serveWrites(app: FastifyInstance, { imports }: ProvisioningNeeds): void {
  serve(app, planImport, ({ params, body, ...of }) =>
    shownTo(of.request, imports.plan(params.importId, body, importingActorOf(of))),
  );
  serve(app, applyImport, ({ params, ...of }) =>
    shownTo(of.request, imports.apply(params.importId, importingActorOf(of))),
  );
  serve(app, cancelImport, ({ params, ...of }) =>
    shownTo(of.request, imports.cancel(params.importId, importingActorOf(of))),
  );
  serve(app, repeatImport, ({ params, ...of }) =>
    shownTo(of.request, imports.repeat(params.importId, importingActorOf(of))),
  );
  serve(app, undoImport, ({ params, ...of }) =>
    shownTo(of.request, imports.undo(params.importId, importingActorOf(of))),
  );
}

function serveUpload(app: FastifyInstance, { imports }: ProvisioningNeeds): void {
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    // Not parsed: a file of this size as JSON would stop the event loop.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, _body, parsed) => {
      parsed(new ProblemError('UNSUPPORTED_MEDIA'));
    });
    serve(scope, createImport, ({ query, body, ...of }) => {
      const { mapping, ...options } = query;
      return shownTo(of.request, imports.create(body, { ...options, mapping }, importingActorOf(of)));
    });
    done();
  });
}

function serveMappings(app: FastifyInstance, { mappings }: ProvisioningNeeds): void {
  serve(app, listImportMappings, async ({ caller }) => ({ mappings: await mappings.list(caller) }));
  serve(app, createImportMapping, ({ body, ...actor }) => mappings.create(body, actor));
  serve(app, updateImportMapping, ({ params, body, ...actor }) =>
    mappings.update(params.mappingId, body, actor),
  );
  serve(app, deleteImportMapping, async ({ params, ...actor }) => {
    await mappings.delete(params.mappingId, actor);
    return {};
  });
}

/** Imports of the inventory from CSV files and workbooks. */
export function provisioningPlugin(app: FastifyInstance, needs: ProvisioningNeeds): void {
  serveReads(app, needs);
  serveUpload(app, needs);
  serveWrites(app, needs);
  serveMappings(app, needs);
  schedulePlugin(app, needs.schedules);
}
