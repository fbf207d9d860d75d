import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Target } from './attack.ts';
import { withRestricted } from './boundaries.ts';
import { administrator, Stranger } from './stranger.ts';

/** How much longer others may wait while an attack runs than without it. */
const MAX_WAIT_MS = 2_000;
const PROBE_MS = 50;

/** The longest time in which the product responded to others; infinite once it did not. */
async function longestWait(target: Target, during: Promise<unknown>): Promise<number> {
  const other = new Stranger(target);
  let longest = 0;
  let isOver = false;
  const ended = during.catch(() => undefined).finally(() => (isOver = true));
  while (!isOver) {
    const start = performance.now();
    const isServed = await other.get('/health/live').then(
      () => true,
      () => false,
    );
    longest = Math.max(longest, isServed ? performance.now() - start : Infinity);
    await wait(PROBE_MS);
  }
  await ended;
  return longest;
}

async function stall(target: Target, attack: () => Promise<unknown>): Promise<string | undefined> {
  const before = await longestWait(target, wait(2_000));
  if (before === Infinity) throw new Error('the product does not respond');
  const during = await longestWait(target, attack());
  return during > MAX_WAIT_MS + 3 * before
    ? `others waited ${during.toFixed(0)} ms, ${before.toFixed(0)} ms without it`
    : undefined;
}

const lines = (count: number): string =>
  `name;addresses\n${Array.from({ length: count }, (_, at) => `a${String(at)};10.0.0.0/8`).join('\n')}`;

/** Names that a person takes for another one, and why they are rejected. */
const usernames = ({ admin: { username } }: Target): readonly (readonly [string, string])[] => [
  ['n\u043Es', 'LOOK_ALIKE_LETTERS'],
  ['\uFF4Eos', 'LOOK_ALIKE_LETTERS'],
  ['nos.', 'USERNAME_EDGE'],
  ['no\u200Bs', 'INVISIBLE_CHARACTER'],
  ['nos\u202Ex', 'INVISIBLE_CHARACTER'],
  ['nos\u2800', 'INVISIBLE_CHARACTER'],
  ['n os', 'WHITESPACE_REFUSED'],
  ['<img/src=x>', 'USERNAME_CHARACTER'],
  [username.toUpperCase(), 'USERNAME_TAKEN'],
  [`\u00A0${username}\u3000`, 'USERNAME_TAKEN'],
];

/** What one request may do to those of others. */
export const stallAttacks: readonly Attack[] = [
  {
    name: 'the first request of the description of the interface by a stranger does not stop others',
    run: (target) => stall(target, () => new Stranger(target).get('/api/v1/openapi.json')),
  },
  {
    name: 'a file of 60,000 applications does not stop others',
    run: (target) =>
      withRestricted(target, ({ restricted: { page }, own }) =>
        stall(target, () =>
          page.send('POST', `/api/v1/customers/${String(own)}/application-import`, {
            csv: lines(60_000),
            dryRun: true,
          }),
        ),
      ),
  },
  {
    name: 'a network file with 200,000 nodes does not stop others',
    run: (target) =>
      withRestricted(target, ({ restricted: { page } }) =>
        stall(target, () =>
          page.send('POST', '/api/v1/mt/inventory/import?dryRun=true', {
            customers: Array.from({ length: 200_000 }, () => ({})),
          }),
        ),
      ),
  },
  {
    name: 'a body of a million values does not stop others, and is rejected',
    run: (target) =>
      withRestricted(target, async ({ restricted: { page }, own }) => {
        let status = 0;
        const held = await stall(target, async () => {
          const document = { version: 1, dashlets: Array.from({ length: 900_000 }, () => 0) };
          const body = { name: 'x', document };
          ({ status } = await page.send('POST', `/api/v1/customers/${String(own)}/dashboard`, body));
        });
        return held ?? (status >= 500 || status === 200 ? `answered ${String(status)}` : undefined);
      }),
  },
  {
    name: 'a formula of a KPI that grows when it is written out does not stop others',
    async run(target) {
      const admin = await administrator(target);
      let formula = 'rate(in_octets)';
      for (let level = 0; level < 13; level += 1) formula = `clamp(${formula}, 1, 2)`;
      const path = '/api/v1/mt/kpi/itf_in_bps/formulas/snmp';
      return stall(target, () => admin.send('PUT', path, { formula, version: 0 }));
    },
  },
  {
    name: 'a network file of 20,000 wrong keys is read within seconds, and does not keep the next one waiting',
    async run(target) {
      const admin = await administrator(target);
      const file = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${String(at)}`, at]));
      const start = performance.now();
      const { status } = await admin.send('POST', '/api/v1/mt/inventory/import?dryRun=true', file);
      const seconds = (performance.now() - start) / 1_000;
      return status === 400 && seconds < 15 ? undefined : `${String(status)} after ${seconds.toFixed(0)} s`;
    },
  },
  {
    name: 'a username that looks like another is rejected',
    async run(target) {
      const admin = await administrator(target);
      const draft = { firstName: '', lastName: '', email: '', language: null, role: 1 };
      const access = { allCustomers: false, customers: [], profiles: [], restrictions: [] };
      for (const [username, code] of usernames(target)) {
        const { text } = await admin.send('POST', '/api/v1/mt/user', { ...draft, ...access, username });
        if (!text.includes(code)) return `${username}: ${text.slice(0, 400)}`;
      }
      return undefined;
    },
  },
  {
    name: 'a path that cannot be read has a problem as its response',
    async run(target) {
      const { headers, text } = await new Stranger(target).get('/assets/%c0%ae');
      return headers['content-type']?.includes('problem+json') === true ? undefined : text.slice(0, 200);
    },
  },
];
