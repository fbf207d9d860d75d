import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  updateAnnotation,
} from '#schemas/annotation/routes.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { publishAnnotationChange } from '#server/kernel/socket/annotation-change.ts';
import type { AnnotationRepository } from './annotation-repository.ts';

interface AnnotationNeeds {
  readonly annotations: AnnotationRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Annotations of charts. */
export function annotationPlugin(app: FastifyInstance, { annotations, bus }: AnnotationNeeds): void {
  serve(app, listAnnotations, ({ caller, params, body }) =>
    annotations.list(caller, params.customerId, body),
  );
  serve(app, createAnnotation, async ({ caller, audit, params: { customerId: customer }, body }) => {
    const created = await annotations.create(body, { caller, audit, customer });
    publishAnnotationChange(bus, customer);
    return created;
  });
  serve(app, updateAnnotation, async ({ caller, audit, params, body }) => {
    const customer = params.customerId;
    const updated = await annotations.update(params.annotation, body, { caller, audit, customer });
    publishAnnotationChange(bus, customer);
    return updated;
  });
  serve(app, deleteAnnotation, async ({ caller, audit, params }) => {
    const customer = params.customerId;
    await annotations.delete(params.annotation, { caller, audit, customer });
    publishAnnotationChange(bus, customer);
    return {};
  });
}
