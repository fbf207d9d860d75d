import type { FastifyInstance } from 'fastify';
import {
  createImportSchedule,
  deleteImportSchedule,
  listImportSchedules,
  runImportSchedule,
  updateImportSchedule,
} from '#schemas/provisioning/schedule-routes.ts';
import { requestLanguage } from '../../../kernel/http/request-language.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { importingActorOf } from '../import-actor.ts';
import { shownSchedule, type ScheduleRepository, type ScheduleRow } from './schedule-repository.ts';

/** Imports at given times. */
export function schedulePlugin(app: FastifyInstance, schedules: ScheduleRepository): void {
  const shown = (row: ScheduleRow, request: Parameters<typeof requestLanguage>[0]) =>
    shownSchedule(row, schedules.now(), requestLanguage(request));
  serve(app, listImportSchedules, async ({ request }) => ({
    schedules: (await schedules.list()).map((row) => shown(row, request)),
    hasFolder: schedules.hasFolder,
  }));
  serve(app, createImportSchedule, async ({ body, ...of }) =>
    shown(await schedules.create(body, importingActorOf(of)), of.request),
  );
  serve(app, updateImportSchedule, async ({ params, body, ...of }) =>
    shown(await schedules.update(params.scheduleId, body, importingActorOf(of)), of.request),
  );
  serve(app, deleteImportSchedule, async ({ params, ...of }) => {
    await schedules.delete(params.scheduleId, importingActorOf(of));
    return {};
  });
  serve(app, runImportSchedule, async ({ params, ...of }) =>
    shown(await schedules.runNow(params.scheduleId, importingActorOf(of)), of.request),
  );
}
