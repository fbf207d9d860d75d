import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { markFirstSteps, readFirstSteps, type FirstStep } from '#schemas/first-steps/first-steps.ts';
import { addDevice } from '#schemas/inventory/add-device.ts';
import { proposeDevice } from '#schemas/inventory/device-proposal.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { listSnmpCredentials } from '#schemas/settings/snmp/credential-routes.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { now } from '#web/lib/clock.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { firstStepsRoutes } from '#web/routes/pages/first-steps.ts';
import { startRoute } from '#web/routes/start.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...firstStepsRoutes, startRoute);

const empty: readonly FirstStep[] = [
  { step: 'network', state: 'open', facts: { customers: 0, sites: 0, devices: 0 } },
  { step: 'polling', state: 'open', facts: { polled: 0, responding: 0, waiting: 0, failure: null } },
  {
    step: 'flows',
    state: 'open',
    facts: { exporters: 0, unknown: ['192.0.2.7'], unknownCount: 1 },
  },
  { step: 'alarms', state: 'open', facts: { definitions: 0 } },
  { step: 'notifications', state: 'open', facts: { targets: 0 } },
  { step: 'users', state: 'open', facts: { accounts: 1, providers: 0 } },
  { step: 'backup', state: 'open', facts: null },
];
const full: readonly FirstStep[] = [
  { step: 'network', state: 'done', facts: { customers: 1, sites: 1, devices: 2 } },
  {
    step: 'polling',
    state: 'done',
    facts: {
      polled: 2,
      responding: 1,
      waiting: 0,
      failure: { device: 4, name: 'edge', address: '127.0.0.1', reason: 'loopback address' },
    },
  },
  { step: 'flows', state: 'done', facts: { exporters: 2, unknown: [], unknownCount: 0 } },
  { step: 'alarms', state: 'done', facts: { definitions: 14 } },
  { step: 'notifications', state: 'not-needed', facts: { targets: 0 } },
  { step: 'users', state: 'done', facts: { accounts: 3, providers: 1 } },
  { step: 'backup', state: 'done', facts: null },
];

const checklist = (steps: readonly FirstStep[], isFirst = true) =>
  reply(readFirstSteps, { isFirst, steps: [...steps] });
const lists = [
  reply(listSnmpCredentials, { credentials: [] }),
  reply(listInventory, { count: 0, described: [], elements: [] }),
];
const session = aSession({ customers: [], firstSteps: true });

describe('the checklist', () => {
  it.each([
    [1280, 'dark', 'en', empty, 'No alarm definition is enabled: nothing is reported, whatever happens.'],
    [390, 'light', 'fr', empty, 'Aucun équipement n’a encore d’accès SNMP.'],
    [
      1920,
      'light',
      'en',
      full,
      'edge: 127.0.0.1 is a loopback address; allow it with SNMP_ALLOWED_NETWORKS=127.0.0.0/8',
    ],
    [390, 'dark', 'fr', full, 'Il ne reste rien à faire. Cette page reste dans le menu, sous Support.'],
  ] as const)('shows what is there and what is missing, %d pixels, %s, %s', async (...given) => {
    const [width, theme, language, steps, sentence] = given;
    await renderPage('/mt/first-steps', { session, replies: [checklist(steps)], width, theme, language });
    await expectVisible(page.getByText(sentence));
    expect(await axeFaults()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  atNight('is the first page where the session says so, and no longer once nothing is left', async () => {
    const rendered = await renderPage('/', { session, replies: [checklist(empty)] });
    await expectVisible(page.getByRole('heading', { name: 'First steps' }));
    expect(rendered.path()).toBe('/mt/first-steps');
  });

  atNight('marks a step as not needed, a backup as done, and takes marks back', async () => {
    const { server } = await renderPage('/mt/first-steps', {
      session,
      replies: [checklist([...empty.slice(0, 6), full[6]!]), reply(markFirstSteps, {})],
    });
    const alarms = page.getByRole('listitem', { name: 'Alarms are defined' });
    await userEvent.click(alarms.getByRole('button', { name: 'Not needed' }));
    const backup = page.getByRole('listitem', { name: 'Backups are taken' });
    await userEvent.click(backup.getByRole('button', { name: 'Undo' }));
    await expect
      .poll(() => server.received(markFirstSteps).map(({ body }) => body))
      .toEqual([
        { steps: ['alarms'], mark: 'not-needed' },
        { steps: ['backup'], mark: null },
      ]);
  });

  atNight.each([
    ['en', 3, 'done', 'Last backup 3 d ago, 53 MB', undefined],
    ['fr', 3, 'done', 'Dernière sauvegarde il y a 3 j, 53 Mo', undefined],
    ['en', 40, 'open', /^Last backup \d.*\s20\d\d, 53\sMB$/, /^Older than 31 days: take another one/],
    [
      'fr',
      40,
      'open',
      /^Dernière sauvegarde le \d.*\s20\d\d, 53\sMo$/,
      /^Elle a plus de 31 jours\s: faites-en une/,
    ],
    ['en', undefined, 'open', /^Back up on a schedule/, undefined],
    ['fr', undefined, 'open', /^Sauvegardez à intervalles réguliers/, undefined],
  ] as const)(
    'says of the last backup of the embedded stores, in %s, %s days ago, that it is %s, and takes no mark of it',
    async (language, days, state, sentence, warning) => {
      const last =
        days === undefined
          ? null
          : { at: now() - days * DAY_MS - 10_000, bytes: 53e6, isRecent: state === 'done' };
      await renderPage('/mt/first-steps', {
        session,
        replies: [checklist([...full.slice(0, 6), { step: 'backup', state, facts: { last } }])],
        width: 390,
        language,
      });
      const backup = page.getByRole('listitem').last();
      await expectVisible(backup.getByText(sentence));
      if (warning !== undefined) await expectVisible(backup.getByText(warning));
      await expectVisible(backup.getByText('npm run backup -- FOLDER'));
      const marks = { done: [], open: [language === 'en' ? 'Not needed' : 'Inutile'] }[state];
      const buttons = backup
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent);
      expect(buttons.filter((name) => name !== '')).toEqual(marks);
      expect(await axeFaults()).toEqual([]);
    },
  );

  atNight('can be skipped at once', async () => {
    const { server } = await renderPage('/mt/first-steps', {
      session,
      replies: [checklist([...full.slice(0, 6), empty[6]!]), reply(markFirstSteps, {})],
    });
    await userEvent.click(page.getByRole('button', { name: 'Skip what is left' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Skip', exact: true }));
    await expect
      .poll(() => server.received(markFirstSteps).map(({ body }) => body))
      .toEqual([{ steps: ['backup'], mark: 'not-needed' }]);
  });

  atNight('says why it could not be read', async () => {
    await renderPage('/mt/first-steps', {
      session,
      replies: [reply(readFirstSteps, problem('DATABASE_UNREACHABLE'))],
    });
    await expectVisible(page.getByRole('button', { name: 'Try again' }));
  });
});

const added = { customer: 1, site: 2, device: 3, interfaces: 2 };
const read = { ok: true, name: 'lab', failure: '' };

describe('the form of a device', () => {
  atNight(
    'adds customer, site, device and access in one step, with the customer ID from the name',
    async () => {
      const { server, search } = await renderPage('/mt/first-steps', {
        session,
        replies: [checklist(empty), ...lists, reply(addDevice, { ...added, reading: read })],
      });
      await userEvent.click(page.getByRole('button', { name: 'Add a device' }));
      const form = page.getByRole('dialog');
      await form.getByLabelText('Customer name').fill('Home lab');
      await form.getByLabelText('Site name').fill('Lyon');
      await form.getByLabelText('Latitude').fill('45.764');
      await form.getByLabelText('Longitude').fill('4.8357');
      await form.getByLabelText('Device name').fill('lab');
      await form.getByLabelText('IP address').fill('127.0.0.1');
      await form.getByLabelText('Community').fill('public');
      await userEvent.click(form.getByRole('button', { name: 'Add', exact: true }));
      await expectVisible(page.getByText('lab is added with 2 interfaces.'));
      await expectHidden(page.getByRole('dialog'));
      expect(search().get('edit')).toBeNull();
      expect(server.received(addDevice).map(({ body }) => body)).toEqual([
        {
          customer: { is: 'new', clientId: 'home-lab', name: 'Home lab' },
          site: { is: 'new', name: 'Lyon', city: '', country: '', latitude: 45.764, longitude: 4.8357 },
          device: { name: 'lab', address: '127.0.0.1', exportsFlows: true, interfaces: [] },
          access: { version: 'v2c', community: 'public', port: 161 },
        },
      ]);
    },
  );

  it('has the address of the exporter to adopt, and shows faults at their fields', async () => {
    const proposal = reply(proposeDevice, {
      customer: null,
      site: null,
      name: '',
      credential: '',
      snmp: null,
      templates: 0,
      optionsTemplates: 0,
      rates: [],
      interfaces: [],
    });
    await renderPage('/mt/first-steps', { session, replies: [checklist(empty), ...lists, proposal] });
    await userEvent.click(page.getByRole('button', { name: 'Adopt 192.0.2.7' }));
    const form = page.getByRole('dialog');
    await expect.element(form.getByLabelText('IP address')).toHaveValue('192.0.2.7');
    await userEvent.click(form.getByRole('button', { name: 'Add', exact: true }));
    for (const label of ['Customer name', 'Site name', 'Latitude', 'Device name', 'Community'])
      await expect
        .element(form.getByLabelText(label, { exact: false }))
        .toHaveAttribute('aria-invalid', 'true');
    expect(await axeFaults()).toEqual([]);
  });

  atNight('offers no new customer to those who may not create one', async () => {
    const permissions = permissionKeys.filter((key) => key !== 'CUSTOMER.write');
    await renderPage('/mt/first-steps?edit=new', {
      session: aSession({ permissions, customers: [{ id: 1, clientId: 'acme', name: 'Acme' }] }),
      replies: [checklist(empty), ...lists],
    });
    await expectVisible(page.getByRole('dialog').getByLabelText('Device name'));
    await expectHidden(page.getByRole('dialog').getByLabelText('Customer name'));
    await userEvent.click(page.getByRole('dialog').getByRole('combobox', { name: 'Customer', exact: true }));
    await expectVisible(page.getByRole('option', { name: 'Acme' }));
    await expectHidden(page.getByRole('option', { name: 'New customer' }));
  });
});
