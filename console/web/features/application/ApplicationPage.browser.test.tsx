import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { overrideApplication, restoreApplication } from '#schemas/application/override-routes.ts';
import { readAlerts } from '#schemas/alerting/routes.ts';
import { listResponseTimes } from '#schemas/application/response-times.ts';
import { customerApplications } from '#schemas/application/routes.ts';
import { matchDraft, readApplicationTraffic } from '#schemas/application/traffic-routes.ts';
import { applicationRoutes } from '#web/routes/pages/application.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { pending, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...applicationRoutes);

const attributes = (ports: readonly string[]): ApplicationEntry['attributes'] => ({
  addresses: [],
  ports: [...ports],
  hostnames: [],
  applicationNames: [],
  deviceApplications: [],
  dscp: [],
  protocols: [],
});

const entry = (id: number, change: Partial<ApplicationEntry> = {}): ApplicationEntry => ({
  id,
  resource: id + 1_000,
  name: `App ${String(id)}`,
  description: '',
  category: '',
  version: 1,
  owner: { id: 1, name: 'Ada' },
  author: 'Ada',
  createdAt: 0,
  createdBy: null,
  updatedAt: 0,
  reachesOthers: false,
  share: { everyone: true, profiles: [], clients: [], others: 0 },
  status: { active: true, comment: '', updatedAt: null, updatedBy: null },
  visibility: 'public',
  edit: 'here',
  type: 'customer',
  state: 'custom',
  override: null,
  overriddenBy: [],
  attributes: attributes(['80']),
  ...change,
});

const provided = entry(1, {
  name: 'Voice',
  visibility: 'multi-client',
  edit: 'nowhere',
  type: 'provider',
  state: 'not-overridden',
  attributes: attributes(['5060']),
});

const listOf = (read: () => readonly ApplicationEntry[]) =>
  reply(customerApplications.list, () => ({
    applications: [...read()],
    orderVersion: 'seen',
    precedence: 'provider' as const,
    max: 500,
  }));

const others = [
  reply(readAlerts, pending),
  reply(listResponseTimes, { slowFromMs: 3_000, applications: [] }),
];

const traffic = {
  from: 3_600_000,
  to: 7_200_000,
  flows: 12_000,
  bytes: 5_000_000,
  allBytes: 20_000_000,
  conversations: [
    { one: '10.1.0.5', other: '10.2.0.9', protocol: 17, port: 5_060, bytes: 4_000_000, flows: 9_000 },
  ],
  applications: [{ name: 'HTTPS', bytes: 5_000_000 }],
};

const dialog = page.getByRole('dialog');

describe('the applications of a customer', () => {
  it('override one of the provider, show both definitions side by side, and restore it', async () => {
    let now = provided;
    const sent: unknown[] = [];
    const override = reply(overrideApplication, ({ body: { override: draft, version } }) => {
      sent.push([draft.attributes.ports, draft.active, version]);
      const { description, category, attributes: before } = provided;
      now = {
        ...provided,
        attributes: draft.attributes,
        state: 'overridden',
        override: {
          version: 1,
          author: 'Bob',
          updatedAt: 0,
          provided: { description, category, attributes: before, active: true },
        },
      };
      return now;
    });
    const restore = reply(restoreApplication, ({ query }) => {
      sent.push(['restore', query.version]);
      now = provided;
      return now;
    });
    await renderPage('/application?customer=1&open=1', {
      replies: [...others, listOf(() => [now]), override, restore],
    });
    await page.getByRole('button', { name: 'Override…' }).click();
    await expectVisible(dialog.getByText('5060', { exact: true }).last());
    await dialog.getByLabelText('Ports').fill('5060\n5070');
    await dialog.getByRole('button', { name: 'Override', exact: true }).click();
    const row = page.getByRole('row', { name: /^Ports/ });
    await expectVisible(row.getByRole('cell', { name: '5060', exact: true }));
    await expectVisible(row.getByText('5060, 5070'));
    await expectVisible(page.getByText(/^Overridden by Bob/));
    await page.getByRole('button', { name: 'Restore…' }).click();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expectVisible(page.getByText('Not overridden').first());
    expect(sent).toEqual([
      [['5060', '5070'], true, 0],
      ['restore', 1],
    ]);
  });

  atNight(
    'show their traffic of the last hour, and what a draft would match, until the draft changes',
    async () => {
      const requested: unknown[] = [];
      const seen = reply(readApplicationTraffic, traffic);
      const match = reply(matchDraft, ({ body }) => {
        requested.push(body.attributes.ports);
        return { ...traffic, caveats: ['hostnames' as const] };
      });
      await renderPage('/application?customer=1&open=1', {
        replies: [...others, listOf(() => [provided]), seen, match],
      });
      await page.getByRole('button', { name: 'Traffic of the last hour…' }).click();
      await expectVisible(dialog.getByText(/12,000 flows, 5\sMB, 25\s?% of all traffic/));
      await expectVisible(
        dialog.getByRole('row', { name: /^10\.1\.0\.5 ↔ 10\.2\.0\.9 .*UDP 5060 4 MB 9,000$/ }),
      );
      expect(await axeFaults()).toEqual([]);
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await page.getByRole('button', { name: 'Add an application' }).click();
      const check = dialog.getByRole('button', { name: 'Check against the last hour' });
      await expect.element(check).toHaveAttribute('aria-disabled', 'true');
      await dialog.getByLabelText('Ports').fill('5061');
      await check.click();
      await expectVisible(dialog.getByText(/^Assigned on arrival to: HTTPS/));
      await expectVisible(dialog.getByText(/^Hostnames are not stored/));
      await dialog.getByLabelText('Ports').fill('5062');
      await expect.element(dialog.getByText(/^Hostnames are not stored/)).not.toBeInTheDocument();
      expect(requested).toEqual([['5061']]);
    },
  );

  atNight('are ordered, five hundred of them, by typed position, by step and by drag', async () => {
    const many = Array.from({ length: 500 }, (_, at) => entry(at + 1));
    const sent: unknown[] = [];
    const reorder = reply(customerApplications.reorder, ({ body }) => {
      sent.push([body.order.slice(0, 3), body.order.at(-1), body.version]);
      return { applications: many, orderVersion: 'next', precedence: 'provider' as const, max: 500 };
    });
    await renderPage('/application?customer=1', { replies: [...others, listOf(() => many), reorder] });
    await page.getByRole('button', { name: 'Order…' }).click();
    const position = dialog.getByLabelText('Position of App 500', { exact: true });
    await dialog.getByRole('textbox', { name: 'Find an application' }).fill('App 500');
    await position.fill('1');
    await userEvent.keyboard('{Enter}');
    await expect.element(position).toHaveValue('1');
    await expect.element(position).toHaveFocus();
    await expectVisible(dialog.getByText('App 500 is at position 1 of 500.'));
    await dialog.getByRole('textbox', { name: 'Find an application' }).fill('');
    await dialog.getByRole('button', { name: 'Move App 2 up', exact: true }).click();
    await expect.element(dialog.getByLabelText('Position of App 2', { exact: true })).toHaveValue('2');
    const first = dialog.getByRole('listitem').filter({ hasText: 'App 500' });
    await first.dropTo(dialog.getByRole('listitem').filter({ hasText: /App 3$/ }));
    await expect.element(position).toHaveValue('4');
    // By finger at the grip, and a drag that Escape ends.
    const finger = (of: Element, type: string, at: Element): void => {
      const { left, top, height } = at.getBoundingClientRect();
      const place = { clientX: left + 4, clientY: top + height / 2 };
      const touch = { pointerId: 7, pointerType: 'touch', button: 0, bubbles: true };
      of.dispatchEvent(new PointerEvent(type, { ...place, ...touch }));
    };
    const row = (name: string) =>
      dialog.getByLabelText(`Position of ${name}`, { exact: true }).element().closest('li')!;
    const list = row('App 1').parentElement!;
    vi.spyOn(list, 'setPointerCapture').mockReturnValue();
    const dragByFinger = (name: string, to: string, last: () => void) => {
      finger(row(name).firstElementChild!, 'pointerdown', row(name));
      finger(list, 'pointermove', row(to));
      last();
      finger(list, 'pointerup', row(to));
    };
    dragByFinger('App 500', 'App 2', () =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    await expect.element(position).toHaveValue('4');
    dragByFinger('App 500', 'App 1', () => undefined);
    await expect.element(position).toHaveValue('2');
    dragByFinger('App 500', 'App 3', () => undefined);
    await expect.element(position).toHaveValue('4');
    await dialog.getByRole('button', { name: 'Save order' }).click();
    await expect.poll(() => sent).toEqual([[[2, 1, 3], 499, 'seen']]);
  });
});

atNight.each([
  [1_280, 'dark', 'en', 'Used in 3 dashboards and home pages:', '1 that you cannot open'],
  [390, 'light', 'fr', /^Utilisé dans 3 tableaux de bord/, '1 que vous ne pouvez pas ouvrir'],
] as const)(
  'the question before an application is deleted names the documents that use it, %d pixels, %s, %s',
  async (width, theme, language, title, unseen) => {
    const documents = [
      { kind: 'dashboard', id: 3, name: 'Tills', customer: { id: 1, name: 'Aster Retail' } },
      { kind: 'home', id: 7, name: 'Start', customer: { id: 1, name: 'Aster Retail' } },
    ] as const;
    let isRead = false;
    const { server } = await renderPage('/application?customer=1', {
      replies: [
        ...others,
        listOf(() => [entry(4, { name: 'Till' })]),
        reply(customerApplications.documents, () =>
          isRead ? { documents: [...documents], others: 1 } : pending,
        ),
        reply(customerApplications.delete, {}),
      ],
      width,
      theme,
      language,
    });
    const request = async () => {
      await userEvent.click(page.getByRole('button', { name: /^Actions .*Till/ }));
      await userEvent.click(page.getByRole('menuitem', { name: /^(Delete|Supprimer)…$/ }));
    };
    await request();
    const confirm = dialog.getByRole('button', { name: /^(Delete|Supprimer)$/ });
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(dialog.getByRole('button', { name: /^(Cancel|Annuler)$/ }));
    isRead = true;
    await request();
    await expectVisible(dialog.getByText(title).first());
    await expectVisible(dialog.getByText(unseen));
    const link = dialog.getByRole('link', { name: 'Tills' });
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringMatching(/\/dashboard\?customer=1&open=3$/));
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(confirm);
    await expect.poll(() => server.received(customerApplications.delete).length).toBe(1);
    expect(server.received(customerApplications.documents).at(-1)?.params).toMatchObject({ application: 4 });
  },
);
