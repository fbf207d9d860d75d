import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agent, AgentResponse } from '#ingest/snmp/agent/agent.ts';
import { openAgent, type EngineMemory } from '#ingest/snmp/agent/open-agent.ts';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import { readTree, writeTree, type BerNode } from '#tests/fixtures/snmp/ber-tree.ts';
import { startSnmpd, type Snmpd } from '../../fixtures/snmp/snmpd-agent.ts';
import { startUdpBetween } from '../flow/udp-between.ts';

const SYS_NAME = '1.3.6.1.2.1.1.5.0';
const SYS_UPTIME = '1.3.6.1.2.1.1.3.0';

/** An SNMP v3 message with msgFlags (RFC 3412 §6.4) set; the security model follows them. */
function withFlags(message: Buffer, flags: number): Buffer {
  const changed = Buffer.from(message);
  const at = changed.indexOf(Buffer.from([0x02, 0x01, 0x03]), 6);
  changed[at - 1] = flags;
  return changed;
}

/** The elements of a message of v3: version, global data, security parameters, scoped PDU. */
function partsOf(message: Buffer) {
  const root = readTree(message);
  const [, global, security] = root.content as BerNode[];
  const [wrapped] = security!.content as BerNode[];
  return { root, global: global!.content as BerNode[], security: wrapped!.content as BerNode[] };
}

const renamed = (message: Buffer): Buffer =>
  Buffer.from(message.toString('latin1').replace('edge-1', 'evil-1'), 'latin1');

describe('a response of SNMP v3', () => {
  let snmpd: Snmpd;
  let between: Awaited<ReturnType<typeof startUdpBetween>>;
  let memory: EngineMemory;
  let agent: Agent;
  beforeAll(async () => {
    snmpd = await startSnmpd([
      'createUser signed SHA-256 "to be authentic"',
      'rouser signed auth',
      'createUser sealed SHA-256 "to be authentic" AES "to be private"',
      'rouser sealed auth',
    ]);
    between = await startUdpBetween(snmpd.port);
  });
  afterAll(async () => {
    between.close();
    await snmpd.close();
  });
  beforeEach(() => {
    memory = { engine: undefined };
    between.meddle = between.honest;
  });

  const signed = (): UserAccess => ({
    version: 'v3',
    port: between.port,
    user: 'signed',
    context: '',
    auth: { protocol: 'SHA-256', password: 'to be authentic' },
    priv: undefined,
  });
  const sealed = (): UserAccess => ({
    ...signed(),
    user: 'sealed',
    priv: { protocol: 'AES-128', password: 'to be private' },
  });

  async function opened(
    access: UserAccess,
    run: () => Promise<void>,
    { timeoutMs = 5_000, retries = 0 } = {},
  ): Promise<void> {
    agent = (await openAgent({ address: '127.0.0.1', access }, { timeoutMs, retries }, memory))!;
    try {
      // The engine is known from here on.
      expect((await agent.get([SYS_NAME])).ok).toBe(true);
      await run();
    } finally {
      agent.close();
    }
  }
  const nameOf = (response: AgentResponse): unknown => response.ok && response.bindings[0]?.value;
  const ours = { type: 'octets', value: 'edge-1' };

  it('with another digest than the user’s is not believed, and the true one is waited for', async () => {
    await opened(signed(), async () => {
      between.meddle = (response, send) => {
        send(renamed(response));
        setTimeout(() => send(response), 20);
      };
      expect(nameOf(await agent.get([SYS_NAME]))).toEqual(ours);
      expect(agent.forged).toBe(1);
    });
  });

  it('without a digest is not believed', async () => {
    await opened(signed(), async () => {
      between.meddle = (response, send) => {
        send(withFlags(renamed(response), 0));
        setTimeout(() => send(response), 20);
      };
      expect(nameOf(await agent.get([SYS_NAME]))).toEqual(ours);
      expect(agent.forged).toBe(1);
    });
  });

  it('that is signed but not encrypted where privacy was requested is rejected', async () => {
    let open: Buffer | undefined;
    await opened({ ...sealed(), priv: undefined }, async () => {
      between.meddle = (response, send) => {
        open = response;
        send(response);
      };
      await agent.get([SYS_NAME]);
    });
    between.meddle = between.honest;
    await opened(sealed(), async () => {
      between.meddle = (response, send) => {
        send(open!);
        setTimeout(() => send(response), 20);
      };
      expect(nameOf(await agent.get([SYS_NAME]))).toEqual(ours);
      expect(agent.forged).toBe(1);
    });
  });

  it('that reports impossible engine data is discarded', async () => {
    const boots = Buffer.from([0x00, 0xff, 0xff, 0xff, 0xff]);
    let reported = 0;
    between.meddle = (response, send) => {
      const { root, security } = partsOf(response);
      security[1]!.content = boots;
      reported += 1;
      send(writeTree(root));
      send(response);
    };
    await opened(signed(), () => Promise.resolve());
    expect(agent.forged).toBe(reported);
    expect(memory.engine?.boots).toBeLessThan(2 ** 31);
  });

  it('that is a Report for every request ends the request after a few', async () => {
    let report: Buffer | undefined;
    between.meddle = (response, send) => {
      report ??= response;
      const { root, global, security } = partsOf(report);
      global[0] = partsOf(response).global[0]!;
      for (const at of [1, 2]) security[at]!.content = Buffer.from([0]);
      send(writeTree(root));
    };
    const before = between.requests;
    const patience = { timeoutMs: 5_000, retries: 3 };
    const reporting = await openAgent({ address: '127.0.0.1', access: signed() }, patience, memory);
    expect(await reporting!.get([SYS_NAME])).toEqual({ ok: false, reason: 'malformed' });
    reporting!.close();
    expect(between.requests - before).toBeLessThan(10);
  });

  it('that is mutilated is not believed', async () => {
    await opened(sealed(), async () => {
      between.meddle = (response, send) => {
        for (let length = 0; length < response.length; length += 7) send(response.subarray(0, length));
        for (let at = 0; at < response.length; at += 1) {
          const mutilated = Buffer.from(response);
          mutilated[at] = (mutilated[at]! + 1) % 256;
          send(mutilated);
        }
        setTimeout(() => send(response), 20);
      };
      expect(nameOf(await agent.get([SYS_NAME]))).toEqual(ours);
      expect(agent.forged).toBeGreaterThan(50);
    });
  });

  it('that is replayed for a later request is ignored', async () => {
    await opened(sealed(), async () => {
      let old: Buffer | undefined;
      between.meddle = (response, send) => {
        old ??= response;
        send(old);
        if (old !== response) send(response);
      };
      expect(nameOf(await agent.get([SYS_NAME]))).toEqual(ours);
      const second = await agent.get([SYS_UPTIME]);
      expect(second.ok && second.bindings.map(({ oid, value }) => [oid, value.type])).toEqual([
        [SYS_UPTIME, 'timeTicks'],
      ]);
    });
  });

  it('that arrives late is ignored, and the next request gets its own', async () => {
    const late: (() => void)[] = [];
    await opened(
      sealed(),
      async () => {
        between.meddle = (response, send) => {
          late.push(() => {
            send(response);
          });
        };
        expect(await agent.get([SYS_NAME])).toEqual({ ok: false, reason: 'timeout' });
        between.meddle = (response, send) => {
          for (const sendLate of late.splice(0)) sendLate();
          send(response);
        };
        const next = await agent.get([SYS_UPTIME]);
        expect(next.ok && next.bindings[0]?.oid).toBe(SYS_UPTIME);
      },
      { timeoutMs: 500 },
    );
  });

  it('comes at the second try when the first was lost', async () => {
    await opened(
      sealed(),
      async () => {
        let lost = 0;
        between.meddle = (response, send) => {
          if (lost === 0) lost += 1;
          else send(response);
        };
        expect(nameOf(await agent.get([SYS_NAME]))).toEqual(ours);
        expect(lost).toBe(1);
      },
      { timeoutMs: 300, retries: 5 },
    );
  });

  it('needs no discovery in the next poll', async () => {
    const before = between.requests;
    await opened(sealed(), () => Promise.resolve());
    expect(between.requests - before).toBe(2);
    await opened(sealed(), () => Promise.resolve());
    expect(between.requests - before).toBe(3);
  });
});
