import type { FastifyInstance } from 'fastify';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { deviceOf, elementOf } from '#schemas/inventory/element-of.ts';
import { livewireAddress } from '#schemas/settings/livewire/livewire.ts';
import { readLivewireAddress, readLivewireOffer } from '#schemas/settings/livewire/open-routes.ts';
import { findLivewireDevices, readLivewire, updateLivewire } from '#schemas/settings/livewire/routes.ts';
import { seesSite } from '../../../kernel/access/site-reach.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { findWithFacts, livewireFacts } from './livewire-facts.ts';
import type { LivewireRepository } from './livewire-repository.ts';

interface LivewireNeeds {
  readonly livewire: LivewireRepository;
  readonly inventory: InventoryCache;
}

/** The Livewire address: its setting, and what it is for an element. */
export function livewirePlugin(app: FastifyInstance, { livewire, inventory }: LivewireNeeds): void {
  serve(app, readLivewire, () => livewire.read());
  serve(app, updateLivewire, async ({ body, ...actor }) => {
    await livewire.update(body, actor);
    return {};
  });
  serve(app, findLivewireDevices, ({ query: { q } }) => ({ devices: findWithFacts(inventory.current, q) }));
  serve(app, readLivewireOffer, async () => ({ offered: (await livewire.read()).url !== '' }));
  serve(app, readLivewireAddress, async ({ caller, params: { customerId, kind, element: id } }) => {
    const known = inventory.current;
    const element = elementOf(known, id);
    if (element?.customer !== customerId || element.kind !== kind || !seesSite(caller, element))
      throw new ProblemError('NOT_FOUND');
    const device = known.devices.get(deviceOf(known, id));
    const { url } = await livewire.read();
    return { url: (device && livewireAddress(url, livewireFacts(known, device))) ?? null };
  });
}
