import { isListed, networkList } from '#platform/outbound/internal-address.ts';

interface Sourced {
  readonly id: number;
  readonly customer: number;
  readonly source: string;
}

const bitsOf = ({ source }: Sourced): number => {
  const [address = '', bits] = source.split('/');
  // A mapped IPv4 prefix is as long as its IPv6 form.
  const width = address.includes(':') ? 0 : 96;
  return bits === undefined ? 128 : Number(bits) + width;
};

interface Exporting {
  readonly customer: number;
  readonly address: string;
}

/** Finds the agent of a customer that an exporter is: the one with the longest prefix of its address. */
export function agentFinder<Agent extends Sourced>(
  agents: readonly Agent[],
): (exporter: Exporting) => Agent | undefined {
  const ofCustomer = Map.groupBy(
    agents
      .toSorted((one, other) => bitsOf(other) - bitsOf(one) || one.id - other.id)
      .map((agent) => ({ agent, networks: networkList([agent.source]) })),
    ({ agent }) => agent.customer,
  );
  return ({ customer, address }) =>
    ofCustomer.get(customer)?.find(({ networks }) => isListed(address, networks))?.agent;
}
