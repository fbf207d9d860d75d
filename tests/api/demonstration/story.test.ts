import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDemonstrationAccounts } from '../../../deploy/demonstration-accounts.ts';
import { ensureStarterDocuments } from '../../../deploy/documents/starter-documents.ts';
import { buildFleet } from '#demo/fleet.ts';
import { demonstrationAuthority } from '#demo/license/demonstration-license.ts';
import { defaultFleet } from '#demo/model.ts';
import { networkOf } from '#demo/network.ts';
import { signInToConsole } from '#demo/story/story-client.ts';
import { prepareStory } from '#demo/story/story.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { ensureStarterCockpit } from '#server/features/cockpit/starter-cockpit.ts';
import { hashPassword } from '#server/kernel/password/password-hash.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { customerReports } from '#schemas/report/routes.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openServer, PASSWORD, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

const AGENT_PORT = 1_161;
const fleet = buildFleet({ ...defaultFleet, sites: 60 });
let server: ServerUnderTest;
let url: string;
beforeAll(async () => {
  const port = await freePort(0);
  url = `http://127.0.0.1:${String(port)}`;
  server = await openServer({
    publicUrl: url,
    licenseAuthorities: readFileSync(demonstrationAuthority, 'utf8'),
    startsAt: Date.now(),
  });
  const { db } = server.stack;
  await importNetwork({ db, secrets: testSecrets }, networkOf(fleet, AGENT_PORT));
  await ensureStarterCockpit(db);
  await ensureDemonstrationAccounts(db, testSecrets, () => undefined);
  await ensureStarterDocuments(db);
  await db
    .updateTable('account')
    .set({ password_hash: await hashPassword(PASSWORD, { memoryCost: 1_024, timeCost: 2, parallelism: 1 }) })
    .execute();
  await server.followInventory();
  await server.app.listen({ host: '127.0.0.1', port });
});
afterAll(() => server.close());

it('the people of the demonstration may perform its story, and a step that fails does not stop the others', async () => {
  const [ines, tomas, engineer] = await Promise.all(
    ['ines.marchal', 'tomas.vidal', 'sofia.lindqvist'].map((username) =>
      signInToConsole(url, { username, password: PASSWORD }),
    ),
  );
  const cast = { operators: { 'ines.marchal': ines!, 'tomas.vidal': tomas! }, engineer: engineer! };
  const needs = { cast, fleet, agentPort: AGENT_PORT, clock: server.clock };
  // The SD-WAN managers of the demonstration do not run here: the steps after this one are done all the same.
  const withoutManagers = [
    {
      step: 'managers',
      err: expect.objectContaining({ message: expect.stringContaining('SDWAN_CONNECTIVITY') }),
    },
  ];
  expect(await prepareStory(needs)).toEqual(withoutManagers);
  // As another user than who made them sees them.
  const customerId = [...server.inventory().customers.values()].find(
    ({ clientId }) => clientId === 'boreval',
  )!.id;
  const copies = async () => {
    const params = { customerId };
    const lists = await Promise.all([
      tomas!.call(customerDocuments.dashboard.list, { params }),
      tomas!.call(customerDocuments.home.list, { params }),
      tomas!.call(customerReports.list, { params }),
    ]);
    const names = lists.flatMap(({ documents }) => documents.map(({ name }) => name));
    return names.filter((name) => name.endsWith('Boréval'));
  };
  const first = await copies();
  expect(first).toEqual(['Applications Boréval', 'WAN Boréval', 'Boréval', 'Niveau de service Boréval']);
  // A start after an interrupted one continues.
  expect(await prepareStory(needs)).toEqual(withoutManagers);
  expect(await copies()).toEqual(first);
});
