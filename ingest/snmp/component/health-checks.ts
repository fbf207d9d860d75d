import type { SnmpValue } from '../agent/value.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { numberOrZero, readColumns, trimmedText } from '../request/read-columns.ts';

/** FORTINET-FORTIGATE-MIB fgVWLHealthCheckLinkTable: a row for each member that a health check probes. */
const LINK = '1.3.6.1.4.1.12356.101.4.9.2.1';
const columns = { name: `${LINK}.2`, member: `${LINK}.3`, vdom: `${LINK}.10`, port: `${LINK}.14` } as const;
const polled = {
  state: `${LINK}.4`,
  latency: `${LINK}.5`,
  jitter: `${LINK}.6`,
  loss: `${LINK}.9`,
} as const;

/** FortiOS has at most 512 members and 256 health checks, of which few are combined. */
const MAX_HEALTH_CHECKS = 1_000;

const BETWEEN = ' / ';

/** A health check of a FortiGate's SD-WAN on one member. */
interface HealthCheck {
  /** `<health check> / <ifName>`: the index changes with the configuration. */
  readonly key: string;
  readonly index: string;
  readonly name: string;
  readonly port: string;
  readonly vdom: string;
}

/** No port of a FortiGate has this in its name. */
export const isHealthCheckKey = (key: string): boolean => key.includes(BETWEEN);

export const healthCheckObjects = ({
  index,
}: Pick<HealthCheck, 'index'>): Readonly<Record<keyof typeof polled, string>> => ({
  state: `${polled.state}.${index}`,
  latency: `${polled.latency}.${index}`,
  jitter: `${polled.jitter}.${index}`,
  loss: `${polled.loss}.${index}`,
});

/** SD-WAN health checks of a FortiGate. Undefined if the agent stopped responding. */
export async function readHealthChecks(context: RequestContext): Promise<readonly HealthCheck[] | undefined> {
  const cells = await readColumns(context, columns, MAX_HEALTH_CHECKS + 1);
  if (cells === undefined) return undefined;
  if (cells.name.size > MAX_HEALTH_CHECKS) context.count('too many health checks');
  return [...cells.name].slice(0, MAX_HEALTH_CHECKS).flatMap(([index, cell]) => {
    const name = trimmedText(cell);
    // FortiOS 6.2 has no interface names.
    const port = trimmedText(cells.port.get(index)) || `member ${memberOf(cells.member.get(index))}`;
    if (name === '') return [];
    return [{ key: `${name}${BETWEEN}${port}`, index, name, port, vdom: trimmedText(cells.vdom.get(index)) }];
  });
}

const memberOf = (value: SnmpValue | undefined): string => String(numberOrZero(value));
