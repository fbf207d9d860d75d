import { bitsAt } from '../random.ts';
import { alertRow, gatePorts, alertPeriod } from './fortinet-objects.ts';
import { deviceEntry, healthChecks, resourceUsage, wanMembers } from './fortinet-rows.ts';
import { overlayAlarms, remembered, type SimulatedAlarm } from './overlay-alarms.ts';
import type { Overlay, OverlayDevice } from './overlay.ts';
import {
  startManager,
  type SimulatedOptions,
  type SimulatedReply,
  type SimulatedRequest,
  type SimulatedServer,
} from './simulated-server.ts';

export interface FortinetOptions extends SimulatedOptions {
  readonly login: string;
  readonly password: string;
  readonly adoms: readonly { readonly name: string; readonly overlay: Overlay }[];
  /** The administrator lacks `rpc-permit`: every call but the login fails. */
  readonly isForbidden?: boolean;
  /** ADOMs in which the administrator may read nothing. */
  readonly forbiddenAdoms?: readonly string[];
  /** An API token that is let in without a session. */
  readonly token?: string;
  /** VDOMs of every FortiGate: only `root` by default. */
  readonly vdoms?: readonly string[];
  /** Instead of those that follow from the overlay; `none`: the manager has no event management. */
  readonly alarms?: ((adom: string) => readonly SimulatedAlarm[]) | 'none';
}

interface Param {
  readonly url?: string;
  readonly data?: unknown;
  readonly range?: readonly [number, number];
  readonly 'time-range'?: { readonly start?: string; readonly end?: string };
  readonly limit?: number;
  readonly offset?: number;
}

interface Call {
  readonly id?: number;
  readonly method?: string;
  readonly params?: readonly Param[];
  readonly session?: string | null;
}

interface Result {
  readonly status: { readonly code: number; readonly message: string };
  readonly data?: unknown;
}

const failed = (code: number, message: string): Result => ({ status: { code, message } });
const done = (data: unknown): Result => ({ status: { code: 0, message: 'OK' }, data });
const NOT_PERMITTED = failed(-11, 'No permission for the resource');
const NOT_THERE = failed(-3, 'Object does not exist');

class FortiManager {
  readonly #options: FortinetOptions;
  readonly #sessions = new Set<string>();
  #count = 0;

  constructor(options: FortinetOptions) {
    this.#options = options;
  }

  endSessions(): void {
    this.#sessions.clear();
  }

  readonly handle = ({ method, url, body, headers }: SimulatedRequest): SimulatedReply => {
    if (method !== 'POST' || url.pathname !== '/jsonrpc')
      return { status: 404, body: '<html>Not Found</html>' };
    const call = JSON.parse(body) as Call;
    const param = call.params?.[0] ?? {};
    // Every response has status 200, also a refusal.
    const reply = (result: Result, session?: string): SimulatedReply => ({
      body: {
        id: call.id,
        result: [{ ...result, url: param.url }],
        ...(session !== undefined && { session }),
      },
    });
    return param.url === 'sys/login/user'
      ? this.#logIn(param, reply)
      : reply(this.#call(param, this.#isTokenOf(headers) ? 'token' : (call.session ?? '')));
  };

  #call(param: Param, session: string): Result {
    const isKnown = session === 'token' || this.#sessions.has(session);
    if (!isKnown || this.#options.isForbidden === true) return NOT_PERMITTED;
    if (this.#isInForbidden(param)) return NOT_PERMITTED;
    if (param.url !== 'sys/logout') return this.#read(param);
    this.#sessions.delete(session);
    return done(undefined);
  }

  #isInForbidden(param: Param): boolean {
    const text = JSON.stringify(param);
    return this.#options.forbiddenAdoms?.some((name) => text.includes(`adom/${name}/`)) === true;
  }

  /** Sessions that were not ended. */
  get sessions(): number {
    return this.#sessions.size;
  }

  #isTokenOf(headers: SimulatedRequest['headers']): boolean {
    const { token } = this.#options;
    return token !== undefined && headers['authorization'] === `Bearer ${token}`;
  }

  #logIn({ data }: Param, reply: (result: Result, session?: string) => SimulatedReply): SimulatedReply {
    const given = (Array.isArray(data) ? data[0] : data) as { user?: string; passwd?: string } | undefined;
    const { login, password } = this.#options;
    if (given?.user !== login || given.passwd !== password) return reply(failed(-22, 'Login fail'));
    this.#count += 1;
    const session = Buffer.from(`${bitsAt(13, this.#count).toString(16)}.${String(this.#count)}`).toString(
      'base64',
    );
    this.#sessions.add(session);
    return reply(done(undefined), session);
  }

  #read(param: Param): Result {
    const { url = '', data } = param;
    const { adoms } = this.#options;
    if (url === '/cli/global/system/status')
      return done({ Version: 'v7.4.4', Hostname: 'FMG-SIM', Serial: 'FMG-VM0' });
    if (url === '/dvmdb/adom') return done(adoms.map(({ name }) => ({ name })));
    if (url === '/sys/proxy/json') return this.#proxy(data);
    const alerting = /^\/eventmgmt\/adom\/([^/]+)\/alerts$/.exec(url)?.[1];
    return alerting === undefined ? this.#readDevices(param) : this.#alerts(alerting, param);
  }

  #readDevices({ url = '', range }: Param): Result {
    const { adoms, vdoms } = this.#options;
    const [, name, devices] = /^\/dvmdb\/adom\/([^/]+)(\/device)?$/.exec(url) ?? [];
    const adom = adoms.find((one) => one.name === name);
    if (adom === undefined) return name === undefined ? failed(-6, 'Invalid url') : NOT_THERE;
    if (devices === undefined) return done({ name, state: 1 });
    const [from, count] = range ?? [0, Infinity];
    const shown = adom.overlay.devices.slice(from, from + count);
    return done(shown.map((device) => deviceEntry(device, adom.overlay, { nowMs: this.#nowMs(), vdoms })));
  }

  /** The newest first. */
  #alerts(name: string, { 'time-range': range, limit = 1_000, offset = 0 }: Param): Result {
    const { adoms, alarms } = this.#options;
    const adom = adoms.find((one) => one.name === name);
    const period = alertPeriod(range);
    if (alarms === 'none') return failed(-6, 'Invalid url');
    if (adom === undefined) return NOT_THERE;
    if (period === undefined || limit > 2_000) return failed(-10, 'The data is invalid for selected url');
    const endMs = this.#nowMs();
    const all = alarms?.(name) ?? overlayAlarms(adom.overlay, remembered(endMs));
    const found = all.filter(({ raisedMs }) => raisedMs >= period.startMs && raisedMs <= period.endMs);
    return done(
      found
        .toReversed()
        .slice(offset, offset + limit)
        .map(alertRow),
    );
  }

  /** Queries FortiGates: the response holds one part per device, whose own failure leaves the outer code 0. */
  #proxy(data: unknown): Result {
    const { resource = '', target = [] } = data as { resource?: string; target?: readonly string[] };
    const parts = target.map(
      (one) => /^adom\/([^/]+)\/(?:device\/([^/]+)|group\/All_FortiGate)$/.exec(one) ?? [],
    );
    const adom = this.#options.adoms.find(({ name }) => parts.every(([, named]) => named === name));
    if (adom === undefined) return NOT_THERE;
    const addressed = new Set(parts.map(([, , device]) => device));
    const requested = adom.overlay.devices.filter(
      ({ name }) => addressed.has(undefined) || addressed.has(name),
    );
    return done(requested.map((one) => this.#responseOf(one, adom.overlay, resource)));
  }

  #responseOf(device: OverlayDevice, overlay: Overlay, resource: string): object {
    const { pathname, searchParams } = new URL(resource, 'http://fortigate');
    if (!overlay.isUp(device, this.#nowMs()))
      return { target: device.name, status: { code: -1, message: `${device.name} error: No tunnel 80.\n` } };
    const { vdoms = ['root'] } = this.#options;
    const at = { vdom: searchParams.get('vdom') ?? 'root', nowMs: this.#nowMs() };
    if (at.vdom !== '*' && !vdoms.includes(at.vdom))
      return {
        target: device.name,
        status: { code: 0, message: 'OK' },
        response: { status: 'error', http_status: 404, error: -3 },
      };
    const responses: Readonly<Record<string, () => object>> = {
      '/api/v2/monitor/virtual-wan/health-check': () => healthChecks(device, overlay, at),
      '/api/v2/monitor/virtual-wan/members': () => wanMembers(device, at),
      '/api/v2/monitor/system/interface/select': () => gatePorts(device, at),
      '/api/v2/monitor/system/resource/usage': () => resourceUsage(device, at.nowMs),
    };
    const response = responses[pathname]?.() ?? { status: 'error', http_status: 404 };
    return { target: device.name, status: { code: 0, message: 'OK' }, response };
  }

  #nowMs(): number {
    return this.#options.clock.now().getTime();
  }
}

/** A FortiManager with its FortiGates. */
export async function startFortinet(
  options: FortinetOptions,
): Promise<SimulatedServer & { readonly endSessions: () => void; readonly sessions: () => number }> {
  const fortinet = new FortiManager(options);
  const manager = await startManager(options, fortinet.handle);
  return { ...manager, endSessions: () => fortinet.endSessions(), sessions: () => fortinet.sessions };
}
