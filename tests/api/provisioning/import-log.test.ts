import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { done, planned } from '#tests/fixtures/provisioning/importing.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { atNight } from '#tests/gate/at-night.ts';

let server: ServerUnderTest;
let admin: Browser;
let actor: string;
beforeAll(async () => {
  server = await openServer();
  const one = await someone(server);
  admin = one.page;
  actor = one.username;
});
afterAll(() => server.close());

const HEAD = 'customer;site;city;latitude;longitude;device;address';
const imported = async (name: string, lines: readonly string[], query = '') => {
  const file = [HEAD, ...lines].join('\n');
  const { import: run } = await planned(admin, file, `name=${name}${query}`);
  return (await done(admin, run.id, 'apply')).import;
};

const elementOf = async (name: string) =>
  server.stack.db
    .selectFrom('network_element')
    .select(['id', 'customer_id'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();

/** Actions of an element, newest first. */
async function logOf({ id, customer_id }: { readonly id: number; readonly customer_id: number }) {
  const path = `/api/v1/customers/${String(customer_id)}/inventory-actions?element=${String(id)}`;
  const { actions } = (await admin.get(path)).json<{ actions: ElementAction[] }>();
  return actions.map(({ action, comment, name, actor: by, changes }) => ({
    action,
    comment,
    name,
    by,
    changes: changes.map(({ field, before, after }) => [field, before, after]),
  }));
}

describe('the action log of an element', () => {
  it('names the imports that added, changed and removed it, and the user', async () => {
    await imported('first.csv', ['acme;Lyon;Lyon;45.7;4.8;edge;192.0.2.7']);
    const [site, device] = [await elementOf('Lyon'), await elementOf('edge')];
    await imported('second.csv', ['acme;Lyon;Villeurbanne;45.7;4.8;edge;192.0.2.8']);
    expect(await logOf(site)).toEqual([
      {
        action: 'import.apply',
        comment: 'second.csv',
        name: 'site acme / Lyon',
        by: actor,
        changes: [['city', 'Lyon', 'Villeurbanne']],
      },
      {
        action: 'import.apply',
        comment: 'first.csv',
        name: 'site acme / Lyon',
        by: actor,
        changes: expect.arrayContaining([['city', null, 'Lyon']]),
      },
    ]);
    const removal = await imported(
      'third.csv',
      ['acme;Lyon;Villeurbanne;45.7;4.8;core;192.0.2.9'],
      '&removeMissing=true',
    );
    expect((await logOf(device)).map(({ comment }) => comment)).toEqual([
      'third.csv',
      'second.csv',
      'first.csv',
    ]);
    await done(admin, removal.id, 'undo');
    expect((await logOf(device))[0]).toEqual({
      action: 'import.undo',
      comment: 'third.csv',
      name: 'device edge',
      by: actor,
      changes: [],
    });
  });

  atNight('names an import of thousands of elements too, whose changes are in the result file', async () => {
    const sites = Array.from(
      { length: provisioningLimits.maxAudited + 1 },
      (_, at) => `acme;S${String(at)};Paris;48;2;;`,
    );
    await imported('many.csv', sites);
    const log = await logOf(await elementOf(`S${String(provisioningLimits.maxAudited)}`));
    expect(log).toEqual([
      {
        action: 'import.apply',
        comment: 'many.csv',
        by: actor,
        changes: [],
        name: `site S${String(provisioningLimits.maxAudited)}`,
      },
    ]);
  });
});
