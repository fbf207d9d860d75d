import { bitsAt } from '../random.ts';
import { deviceEntry, healthChecks, resourceUsage, wanMembers } from './fortinet-rows.ts';
import type { Overlay, OverlayDevice } from './overlay.ts';
import { startManager } from './simulated-server.ts';
import type {
  SimulatedOptions,
  SimulatedReply,
  SimulatedRequest,
  SimulatedServer,
} from './simulated-server.ts';

export interface FortinetOptions extends SimulatedOptions {
  readonly login: string;
  readonly password: string;
  readonly adoms: readonly { readonly name: string; readonly overlay: Overlay }[];
  /** The administrator lacks `rpc-permit`: every call but the login fails. */
  readonly isForbidden?: boolean;
}

interface Param {
  readonly url?: string;
  readonly data?: unknown;
  readonly range?: readonly [number, number];
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

  readonly handle = ({ method, url, body }: SimulatedRequest): SimulatedReply => {
    if (method !== 'POST' || url.pathname !== '/jsonrpc')
      return { status: 404, body: '<html>Not Found</html>' };
    const call = JSON.parse(body) as Call;
    const param = call.params?.[0] ?? {};
    // Every answer has status 200, also a refusal.
    const answer = (result: Result, session?: string): SimulatedReply => ({
      body: {
        id: call.id,
        result: [{ ...result, url: param.url }],
        ...(session !== undefined && { session }),
      },
    });
    return param.url === 'sys/login/user'
      ? this.#logIn(param, answer)
      : answer(this.#call(param, call.session ?? ''));
  };

  #call(param: Param, session: string): Result {
    if (!this.#sessions.has(session) || this.#options.isForbidden === true) return NOT_PERMITTED;
    if (param.url !== 'sys/logout') return this.#read(param);
    this.#sessions.delete(session);
    return done(undefined);
  }

  #logIn({ data }: Param, answer: (result: Result, session?: string) => SimulatedReply): SimulatedReply {
    const given = (Array.isArray(data) ? data[0] : data) as { user?: string; passwd?: string } | undefined;
    const { login, password } = this.#options;
    if (given?.user !== login || given.passwd !== password) return answer(failed(-22, 'Login fail'));
    this.#count += 1;
    const session = Buffer.from(`${bitsAt(13, this.#count).toString(16)}.${String(this.#count)}`).toString(
      'base64',
    );
    this.#sessions.add(session);
    return answer(done(undefined), session);
  }

  #read({ url = '', data, range }: Param): Result {
    const { adoms } = this.#options;
    if (url === '/cli/global/system/status')
      return done({ Version: 'v7.4.4', Hostname: 'FMG-SIM', Serial: 'FMG-VM0' });
    if (url === '/dvmdb/adom') return done(adoms.map(({ name }) => ({ name })));
    if (url === '/sys/proxy/json') return this.#proxy(data);
    const [, name, devices] = /^\/dvmdb\/adom\/([^/]+)(\/device)?$/.exec(url) ?? [];
    const adom = adoms.find((one) => one.name === name);
    if (adom === undefined) return name === undefined ? failed(-6, 'Invalid url') : NOT_THERE;
    if (devices === undefined) return done({ name, state: 1 });
    const [from, count] = range ?? [0, Infinity];
    const shown = adom.overlay.devices.slice(from, from + count);
    return done(shown.map((device) => deviceEntry(device, adom.overlay, this.#nowMs())));
  }

  /** Asks FortiGates: the answer holds one part per device, whose own failure leaves the outer code 0. */
  #proxy(data: unknown): Result {
    const { resource = '', target = [] } = data as { resource?: string; target?: readonly string[] };
    const [, name = '', device] =
      /^adom\/([^/]+)\/(?:device\/([^/]+)|group\/All_FortiGate)$/.exec(target[0] ?? '') ?? [];
    const adom = this.#options.adoms.find((one) => one.name === name);
    if (adom === undefined) return NOT_THERE;
    const asked = adom.overlay.devices.filter((one) => device === undefined || one.name === device);
    return done(asked.map((one) => this.#answerOf(one, adom.overlay, resource)));
  }

  #answerOf(device: OverlayDevice, overlay: Overlay, resource: string): object {
    const { pathname, searchParams } = new URL(resource, 'http://fortigate');
    if (!overlay.isUp(device, this.#nowMs()))
      return { target: device.name, status: { code: -1, message: `${device.name} error: No tunnel 80.\n` } };
    const at = { vdom: searchParams.get('vdom') ?? 'root', nowMs: this.#nowMs() };
    const responses: Readonly<Record<string, () => object>> = {
      '/api/v2/monitor/virtual-wan/health-check': () => healthChecks(device, overlay, at),
      '/api/v2/monitor/virtual-wan/members': () => wanMembers(device, at),
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
): Promise<SimulatedServer & { readonly endSessions: () => void }> {
  const fortinet = new FortiManager(options);
  const manager = await startManager(options, fortinet.handle);
  return { ...manager, endSessions: () => fortinet.endSessions() };
}
