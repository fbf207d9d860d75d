import { connect } from 'node:net';
import { AttackImpossible, type Attack, type Target } from './attack.ts';
import { administrator } from './stranger.ts';

const SETTINGS = '/api/v1/mt/settings';

const portOf = ({ url }: Target): number => Number(new URL(url).port);

/** Sends raw bytes and returns all that comes back until the connection ends, or what is there after `waitMs`. */
function exchange(target: Target, bytes: string, waitMs: number): Promise<{ text: string; isOpen: boolean }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(portOf(target), new URL(target.url).hostname, () => socket.write(bytes));
    const timer = setTimeout(() => {
      socket.destroy();
      resolve({ text, isOpen: true });
    }, waitMs);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ text, isOpen: false });
    });
  });
}

const requestOf = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

const FORGED = [
  '/%2e%2e/%2e%2e/package.json',
  '/assets/../../../../etc/passwd',
  '/assets/..%5c..',
  '/assets/%00',
] as const;

async function forgedPaths(target: Target): Promise<string | undefined> {
  for (const path of FORGED) {
    const { text } = await exchange(target, requestOf(path), 10_000);
    const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'none';
    if (status !== '404' && status !== '429') return `${path}: status ${status}`;
  }
  return undefined;
}

/** Longer than the time for a header, and than the interval in which it is checked. */
const IDLE_MS = 30_000;

const heldOpen =
  (bytes: string) =>
  async (target: Target): Promise<string | undefined> => {
    const all = await Promise.all(Array.from({ length: 50 }, () => exchange(target, bytes, IDLE_MS)));
    const open = all.filter(({ isOpen }) => isOpen).length;
    return open === 0 ? undefined : `${String(open)} of 50 connections are open after ${String(IDLE_MS)} ms`;
  };

/** Where a mail server may be looked for: this console itself, and the metadata service of a cloud. */
async function mailTest(target: Target): Promise<string | undefined> {
  const admin = await administrator(target);
  for (const [host, port] of [
    ['127.0.0.1', portOf(target)],
    ['169.254.169.254', 80],
  ] as const) {
    const smtp = { host, port, login: '', password: '', tls: 'none', advanced: '', source: 'a@example.net' };
    const { text } = await admin.send('POST', `${SETTINGS}/smtp/test`, { smtp, to: 'a@example.net' });
    if (!text.includes('MAIL_ALLOWED_NETWORKS')) return `${host}: ${text.slice(0, 200)}`;
  }
  return undefined;
}

async function trapTest(target: Target): Promise<string | undefined> {
  const admin = await administrator(target);
  const access = { version: 'v2c', community: 'public' };
  const receiver = { name: 'x', enabled: true, host: '169.254.169.254', port: 162, inform: false, access };
  const { text } = await admin.send('POST', `${SETTINGS}/snmp/traps/test`, { receiver });
  return text.includes('TRAP_ALLOWED_NETWORKS') ? undefined : text.slice(0, 200);
}

async function webhookTest(target: Target): Promise<string | undefined> {
  const admin = await administrator(target);
  for (const host of ['169.254.169.254', '127.0.0.1', '[::ffff:7f00:1]', '2130706433']) {
    const webhook = {
      name: 'x',
      enabled: true,
      url: `http://${host}:${String(portOf(target))}/`,
      headers: [],
      payload: { kind: 'text', template: '' },
      trigger: 'both',
      allowInsecure: false,
    };
    const { text } = await admin.send('POST', `${SETTINGS}/webhooks/test`, { webhook });
    if (!text.includes('WEBHOOK_ALLOWED_NETWORKS')) return `${host}: ${text.slice(0, 200)}`;
  }
  return undefined;
}

async function discovery(target: Target): Promise<string | undefined> {
  const admin = await administrator(target);
  const credentials = [{ version: 'v2c', community: 'public' }];
  const body = { site: 1, ranges: ['169.254.169.254/32'], credentials };
  const { customers } = JSON.parse((await admin.get('/api/v1/mt/user-choices')).text) as {
    customers: { id: number }[];
  };
  const [customer] = customers;
  if (customer === undefined) throw new AttackImpossible('the product has no customer');
  const path = `/api/v1/customers/${String(customer.id)}/discoveries`;
  const { text } = await admin.send('POST', path, body);
  return text.includes('DISCOVERY_ADDRESS_BLOCKED') ? undefined : text.slice(0, 200);
}

/** Calls into the network of the product, paths that do not exist, and connections that say nothing. */
export const outboundAttacks: readonly Attack[] = [
  { name: 'A test of the mail server reaches neither this machine nor a metadata service', run: mailTest },
  { name: 'A test of a trap receiver does not reach a metadata service', run: trapTest },
  { name: 'A test of a webhook reaches no internal address, however it is written', run: webhookTest },
  { name: 'A discovery does not reach a metadata service', run: discovery },
  { name: 'A forged path of a file is not found', run: forgedPaths },
  { name: 'A connection that says nothing is closed', run: heldOpen('') },
  { name: 'A connection with half a header is closed', run: heldOpen('GET / HTTP/1.1\r\nHost: local') },
];
