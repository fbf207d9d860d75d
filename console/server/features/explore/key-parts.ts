import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import type { ExploreKeyPart } from '#schemas/explore/explore.ts';
import { dimension, type DimensionId } from '#schemas/explore/fields.ts';
import { quoted } from '#schemas/explore/filter/token.ts';
import {
  directionNames,
  NO_COUNTRY,
  tcpFlagsText,
  protocolNumbers,
  wayNames,
} from '#schemas/explore/values.ts';
import type { SubnetLengths } from '#schemas/explore/subnet.ts';
import { elementLabel, elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import { dscpName, dscpText } from '#schemas/qos/dscp.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { findApplicationNames } from '../../shared/application/find-application-names.ts';

interface KeyNameNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
}

interface KeyScope {
  readonly caller: Caller;
  readonly customers: readonly number[];
  readonly inventory: Inventory;
  readonly classes: readonly QosClass[];
  readonly subnet: SubnetLengths;
  /** Seconds since 1970. */
  readonly to: number;
  /** Names of autonomous systems by number; empty: the operator has supplied none. */
  readonly asNames: ReadonlyMap<number, string>;
}

type PartName = Pick<ExploreKeyPart, 'name' | 'filter' | 'hidden'>;
type NameOf = (id: string) => PartName;

const nameOfProtocol = (id: string): string | undefined =>
  Object.entries(protocolNumbers).find(([, number]) => number === Number(id))?.[0];

type NameScope = Pick<KeyScope, 'inventory' | 'caller'>;

/** A customer of the caller. Customers have numbers of their own: one of them may be that of a site as well. */
function customerPart({ inventory, caller }: NameScope, id: string): PartName {
  const customer = inventory.customers.get(Number(id));
  return customer !== undefined && caller.customers.has(customer.id)
    ? { name: customer.name, filter: quoted(customer.name) }
    : { name: null, filter: `#${id}` };
}

/** An element that the caller sees; one that is deleted has no name. */
function elementPart({ inventory, caller }: NameScope, id: string): PartName {
  const number = Number(id);
  if (number === HIDDEN_SITE) return { name: null, filter: null, hidden: true };
  if (number === 0) return { name: null, filter: '#0' };
  const element = elementOf(inventory, number);
  const isSeen =
    element !== undefined &&
    caller.customers.has(element.customer) &&
    sitesSeenBy(caller, element.customer)?.has(element.site) !== false;
  if (!isSeen) return { name: null, filter: `#${id}` };
  const label = elementLabel(inventory, number);
  return { name: label, filter: quoted(label) };
}

const plain: NameOf = (id) => ({ name: null, filter: id });
/** What was not exported cannot be written in a filter. */
const exported: NameOf = (id) => ({ name: null, filter: id === '' ? null : quoted(id) });

function subnetPart({ v4, v6 }: SubnetLengths): NameOf {
  return (id) => {
    if (id === '') return { name: null, filter: null };
    const prefix = `${id}/${String(id.includes(':') ? v6 : v4)}`;
    return { name: prefix, filter: prefix };
  };
}

/** How the values of a type are named. Those of applications are read before. */
function nameOf(id: DimensionId, scope: KeyScope, applications: ReadonlyMap<number, string>): NameOf {
  const placed =
    (names: readonly string[]): NameOf =>
    (key) => ({ name: null, filter: names[Number(key)] ?? key });
  const element: NameOf = (key) => elementPart(scope, key);
  const byType: Readonly<Record<ReturnType<typeof dimension>['type'], NameOf>> = {
    customer: (key) => customerPart(scope, key),
    site: element,
    exporter: element,
    interface: element,
    application(key) {
      const name = applications.get(Number(key)) ?? applicationName(Number(key));
      return { name, filter: `#${key}` };
    },
    class(key) {
      const own = scope.classes.find((each) => each.id === Number(key));
      return { name: own?.name ?? null, filter: own === undefined ? `#${key}` : quoted(own.name) };
    },
    address: exported,
    subnet: subnetPart(scope.subnet),
    number: plain,
    as: (key) => ({ name: scope.asNames.get(Number(key)) ?? null, filter: key }),
    // The screen knows the name in the language of its user.
    country: (key) => ({ name: null, filter: key === '' ? NO_COUNTRY : key }),
    protocol: (key) => ({
      name: nameOfProtocol(key)?.toUpperCase() ?? null,
      filter: nameOfProtocol(key) ?? key,
    }),
    dscp: (key) => ({ name: dscpName(Number(key)), filter: dscpText(Number(key)) }),
    direction: placed(directionNames),
    way: placed(wayNames),
    flags: (key) => ({ name: tcpFlagsText(Number(key)), filter: tcpFlagsText(Number(key)) }),
    text: (key) => ({ name: null, filter: quoted(key) }),
    mac: exported,
  };
  return byType[dimension(id).type];
}

/** Names of applications; a name that exporters report belongs to one customer. */
async function applicationNames(
  needs: KeyNameNeeds,
  { caller, customers, to }: KeyScope,
  applications: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const [customer] = customers;
  if (applications.length === 0 || customers.length !== 1 || customer === undefined) return new Map();
  return findApplicationNames(needs, { caller, customer, device: 0, applications, to });
}

/** Names the keys of rows. */
export async function keyParts(
  needs: KeyNameNeeds,
  scope: KeyScope,
  {
    dimensions,
    keys,
  }: { readonly dimensions: readonly DimensionId[]; readonly keys: readonly (readonly string[])[] },
): Promise<readonly (readonly ExploreKeyPart[])[]> {
  const place = dimensions.indexOf('application');
  const numbers = place < 0 ? [] : [...new Set(keys.map((key) => Number(key[place])))];
  const applications = await applicationNames(needs, scope, numbers);
  const names = dimensions.map((id) => nameOf(id, scope, applications));
  return keys.map((key) =>
    dimensions.map((id, index) => {
      const own = key[index] ?? '';
      return { dimension: id, id: own, ...(names[index]?.(own) ?? plain(own)) };
    }),
  );
}
