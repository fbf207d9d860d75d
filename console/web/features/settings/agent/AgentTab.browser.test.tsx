import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createAgent, listAgents, readAgentTraffic } from '#schemas/settings/agent/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...settingsRoutes);

const agents = [
  {
    id: 1,
    version: 1,
    agentId: 'probe-lyon',
    customer: 1,
    customerName: 'Aster Retail',
    site: 'Lyon',
    networkMarker: 'Lyon',
    index: 'a1Z',
    source: '192.0.2.0/24',
    expires: '31/12/2999',
    expired: false,
  },
  {
    id: 2,
    version: 1,
    agentId: 'probe-old',
    customer: 2,
    customerName: 'Borealis Bank',
    site: null,
    networkMarker: 'DC',
    index: 'b2Y',
    source: '2001:db8::/48',
    expires: '01/01/2020',
    expired: true,
  },
];

it.each(
  looksOfGate([
    [1280, 'dark', 'en'],
    [390, 'light', 'fr'],
  ] as const),
)(
  'agents are listed with what was received, and a second one of a network marker warns, %d pixels, %s, %s',
  async (width, theme, language) => {
    const { server } = await renderPage('/mt/settings?tab=agents', {
      session: aSession({ permissions: ['SETTINGS.AGENT.read', 'SETTINGS.AGENT.write'] }),
      replies: [
        reply(listAgents, { agents, customers: [{ id: 1, name: 'Aster Retail' }] }),
        reply(readAgentTraffic, { agents: [{ id: 1, records: 12_345, lastSeen: Date.now() - 60_000 }] }),
        reply(createAgent, { id: 3, version: 1 }),
      ],
      width,
      theme,
      language,
    });
    const words = {
      en: ['Add an agent', 'expired', 'Agent ID', 'Target organization', 'Network marker', 'Source IP'],
      fr: [
        'Ajouter un agent',
        'expiré',
        'Identifiant de l’agent',
        'Organisation cible',
        'Marqueur de réseau',
        'IP source',
      ],
    } as const;
    const more = {
      en: [
        'Expiration date',
        'Create',
        'Another agent has the same',
        'cannot be in the past',
        'Underscores are not',
      ],
      fr: ['Date d’expiration', 'Créer', 'Un autre agent a la même', 'ne peut pas être passée', 'tiret bas'],
    } as const;
    const [add, expired, agentId, organization, marker, source] = words[language];
    const [expires, create, warning, past, underscore] = more[language];
    const overlap = { en: 'overlaps that of probe-lyon.', fr: 'recouvre celui de probe-lyon.' }[language];
    await expectVisible(page.getByText('probe-lyon', { exact: true }));
    await expectVisible(page.getByText(expired, { exact: true }));
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: add }));
    const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name });
    await field(agentId).fill('probe_two');
    await userEvent.click(field(organization));
    await userEvent.click(page.getByRole('option', { name: 'Aster Retail' }));
    await field(marker).fill('lyon');
    await field(source).fill('192.0.0.0/16');
    await expectVisible(page.getByText(overlap));
    await field(source).fill('198.51.100.7/32');
    await expect.element(page.getByText(overlap)).not.toBeInTheDocument();
    await field(expires).fill('01/01/2020');
    await userEvent.click(page.getByRole('button', { name: create }));
    await expectVisible(page.getByText(past).first());
    await expectVisible(page.getByText(underscore).first());
    await expectVisible(page.getByText(warning));
    expect(await axeFaults()).toEqual([]);
    expect(server.received(createAgent)).toEqual([]);
    await field(agentId).fill('probe-two');
    await field(expires).fill('31/12/2999');
    await userEvent.click(page.getByRole('button', { name: create }));
    await expect
      .poll(() => server.received(createAgent).map(({ body }) => body))
      .toMatchObject([{ agentId: 'probe-two', customer: 1, source: '198.51.100.7', expires: '31/12/2999' }]);
  },
);
