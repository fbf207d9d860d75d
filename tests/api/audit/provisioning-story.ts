import * as mapping from '#schemas/provisioning/mapping-routes.ts';
import * as provisioning from '#schemas/provisioning/routes.ts';
import * as schedule from '#schemas/provisioning/schedule-routes.ts';
import { until } from '#tests/fixtures/eventually.ts';
import type { Place } from './story.ts';

/** An import that is compared, applied, taken back, repeated and cancelled; columns and a schedule. */
export async function provisioningStory({ take, server }: Place): Promise<void> {
  const settledImport = (id: number) =>
    until(`import ${String(id)} has ended`, async () => {
      const row = await server.stack.db
        .selectFrom('import_run')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.state !== 'queued' && row.state !== 'running';
    });
  const columns = { customer: 'customer', site: 'site', latitude: 'latitude', longitude: 'longitude' };
  const body = Buffer.from('customer;site;latitude;longitude\nacme;Story;48;2\n');
  const { id } = await take(provisioning.createImport, 'made', { query: { name: 'story.csv' }, body });
  const params = { importId: id };
  await settledImport(id);
  const options = { mode: 'lines', removeMissing: false, mapping: columns };
  await take(provisioning.planImport, 'changed', { params, body: options });
  await settledImport(id);
  await take(provisioning.applyImport, 'changed', { params });
  await settledImport(id);
  await take(provisioning.undoImport, 'changed', { params });
  await settledImport(id);
  const again = await take(provisioning.repeatImport, 'made', { params });
  await settledImport(again.id);
  await take(provisioning.cancelImport, 'changed', { params: { importId: again.id } });

  const stored = await take(mapping.createImportMapping, 'made', { body: { name: 'Sites', columns } });
  const ofMapping = { mappingId: stored.id };
  await take(mapping.updateImportMapping, 'changed', {
    params: ofMapping,
    body: { name: 'Places', columns },
  });
  await take(mapping.deleteImportMapping, 'deleted', { params: ofMapping });

  const draft = {
    name: 'Nightly',
    enabled: true,
    source: { kind: 'https', url: 'https://files.example.net/a.csv' },
    cron: '0 3 * * *',
    timeZone: 'UTC',
    mapping: null,
    mode: 'lines',
    removeMissing: false,
  };
  const made = await take(schedule.createImportSchedule, 'made', { body: draft });
  const ofSchedule = { scheduleId: made.id };
  const changed = { ...draft, cron: '0 4 * * *', version: made.version };
  await take(schedule.updateImportSchedule, 'changed', { params: ofSchedule, body: changed });
  await take(schedule.runImportSchedule, 'changed', { params: ofSchedule });
  await take(schedule.deleteImportSchedule, 'deleted', { params: ofSchedule });
}
