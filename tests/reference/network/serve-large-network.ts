import type { ServerUnderTest, UnderTestOptions } from '#tests/fixtures/server/server-under-test.ts';
import type { NaiveFacts } from '../naive/query.ts';
import { serveNetwork, type ServedNetwork } from '../served-network.ts';
import { chosenTraffic, type ReportedTraffic } from './chosen-flows.ts';
import { chosenSamples } from './chosen-samples.ts';
import { NOW, largeNetwork, type LargePlaces } from './large-network.ts';
import { naiveAccesses } from './network-inventory.ts';
import { referenceSite } from './network.ts';

/** The large network as a server shows it, with all that the reference knows of it. */
export interface ServedLargeNetwork extends ServedNetwork {
  readonly places: LargePlaces;
  readonly facts: NaiveFacts;
  readonly traffic: readonly ReportedTraffic[];
}

function placesIn({ customers, inventory }: ServerUnderTest): LargePlaces {
  const sitesOf = (customer: number): readonly number[] =>
    [...inventory().sites.values()].flatMap(({ id, customer: own }) => (own === customer ? [id] : []));
  const [acme, globex] = [customers.get('acme')!, customers.get('globex')!];
  const [first = 0, second = 0] = sitesOf(acme);
  return { acme, globex, first, second, foreign: sitesOf(globex)[0]! };
}

export async function serveLargeNetwork(options: UnderTestOptions = {}): Promise<ServedLargeNetwork> {
  let places: LargePlaces | undefined;
  let traffic: readonly ReportedTraffic[] = [];
  const networkOf = (server: ServerUnderTest) => {
    places = placesIn(server);
    const network = largeNetwork(places);
    traffic = chosenTraffic(network);
    return { network, samples: chosenSamples(network), traffic, halvedHours: [places.acme] };
  };
  const served = await serveNetwork(NOW, networkOf, options);
  const { network, rows } = served;
  const facts: NaiveFacts = {
    halvedHours: new Set([places!.acme]),
    nowMs: NOW,
    rows,
    accesses: naiveAccesses(network, NOW / 1_000),
    sitesOfArea: (area) => network.areas.find(({ id }) => id === area)?.sites ?? [],
    deviceOf: (element) => network.elements.find(({ id }) => id === element)?.device ?? 0,
    referenceSite: (device) =>
      referenceSite(
        network.devices.find(({ id }) => id === device)!,
        NOW / 1_000,
      ),
  };
  return { ...served, places: places!, facts, traffic };
}
