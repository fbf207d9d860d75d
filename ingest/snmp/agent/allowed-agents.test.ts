import { describe, expect, it } from 'vitest';
import { lineLog } from '#platform/log/log.ts';
import { allowedAgents } from './allowed-agents.ts';

const access = { version: 'v2c', community: 'public', port: 161 } as const;
const budget = { timeoutMs: 50, retries: 0 };

function opening(networks: readonly string[], resolved: readonly string[] = []) {
  const logged: string[] = [];
  const log = lineLog((line) => {
    logged.push((JSON.parse(line) as { readonly reason: string }).reason);
  });
  const { open, refusalOf } = allowedAgents({ resolve: () => Promise.resolve(resolved), networks, log });
  const isOpened = async (address: string): Promise<boolean> => {
    const agent = await open({ address, access }, budget, { engine: undefined });
    agent?.close();
    return agent !== undefined;
  };
  return { isOpened, logged, refusalOf };
}

describe('a device', () => {
  it.each(['127.9.9.1', '169.254.169.254', '::1', 'fe80::1', '224.0.0.1', '::ffff:169.254.169.254'])(
    'at %s is not called, and logged once',
    async (address) => {
      const { isOpened, logged } = opening([]);
      expect([await isOpened(address), await isOpened(address)]).toEqual([false, false]);
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain('only networks of SNMP_ALLOWED_NETWORKS may be called');
    },
  );

  it.each(['10.1.2.3', '192.168.0.1', 'fd00::1', '203.0.113.5'])('at %s is called', async (address) => {
    expect(await opening([]).isOpened(address)).toBe(true);
  });

  it('on loopback is called where the setting allows it', async () => {
    expect(await opening(['127.0.0.0/8']).isOpened('127.9.9.1')).toBe(true);
    expect(await opening(['127.0.0.0/8']).isOpened('169.254.169.254')).toBe(false);
  });

  it('whose name leads to an internal address is not called', async () => {
    expect(await opening([], ['169.254.169.254']).isOpened('router.example')).toBe(false);
    expect(await opening([], ['10.0.0.1']).isOpened('router.example')).toBe(true);
  });

  it.each([
    ['127.9.9.1', 'loopback address'],
    ['::1', 'loopback address'],
    ['169.254.169.254', 'link-local address'],
    ['fe80::1', 'link-local address'],
    ['224.0.0.1', 'no host address'],
    ['10.1.2.3', undefined],
  ])('at %s has the refusal %s', async (address, refusal) => {
    const { isOpened, refusalOf } = opening([]);
    await isOpened(address);
    expect(refusalOf(address)).toBe(refusal);
  });

  it('whose name leads elsewhere from now on is no longer refused', async () => {
    const resolved = ['127.0.0.1'];
    const { isOpened, refusalOf } = opening([], resolved);
    await isOpened('router.example');
    expect(refusalOf('router.example')).toBe('loopback address');
    resolved.splice(0, 1, '10.0.0.1');
    await isOpened('router.example');
    expect(refusalOf('router.example')).toBeUndefined();
  });
});
