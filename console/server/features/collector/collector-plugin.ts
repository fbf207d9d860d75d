import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { UnknownExporter, listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';

const UnknownExporters = z.array(UnknownExporter);

/** Exporters that collectors receive from and that are not in the inventory. */
export function collectorPlugin(app: FastifyInstance, { bus }: { readonly bus: Bus }): void {
  serve(app, listUnknownExporters, async () => {
    try {
      return {
        exporters: UnknownExporters.parse(unpackJson(await bus.request(subjects.unknownExporters, ''))),
      };
    } catch (error) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'collector' }, cause: error });
    }
  });
}
