import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import type { TailFlow } from '#schemas/debug/tail.ts';
import { tailMachine } from './tail.machine.ts';

const watched = { site: 7, filter: {} };
const flow = (sourcePort: number): TailFlow => ({
  received: 1,
  first: 1,
  last: 1,
  device: 2,
  source: '192.0.2.1',
  destination: '192.0.2.2',
  sourcePort,
  destinationPort: 443,
  protocol: 6,
  dscp: 0,
  tcpFlags: 0,
  direction: 0,
  inIndex: 1,
  outIndex: 2,
  bytes: 64,
  packets: 1,
  sampling: 1,
});

type Event = Parameters<typeof transition<typeof tailMachine>>[2];
const after = (...events: readonly Event[]) => {
  let [state] = initialTransition(tailMachine, watched);
  for (const event of events) [state] = transition(tailMachine, state, event);
  return state;
};
const watch = { type: 'watch', watched } as const;
const opened = { type: 'opened', reply: { ok: true, endsAt: 600, now: 0 } } as const;
const flows = (...ports: readonly number[]): Event => ({
  type: 'notice',
  notice: { is: 'flows', flows: ports.map(flow), skipped: 3 },
});
const ports = ({ context }: ReturnType<typeof after>) => context.flows.map(({ sourcePort }) => sourcePort);

describe('live flows', () => {
  it('are shown from the start on, the newest first, with what the limit left out', () => {
    const state = after(watch, opened, flows(1, 2), flows(3));
    expect(state.value).toEqual({ watching: 'live' });
    expect(ports(state)).toEqual([3, 2, 1]);
    expect(state.context).toMatchObject({ count: 3, skipped: 6, endsAt: 600 });
    expect(new Set(state.context.flows.map(({ number }) => number)).size).toBe(3);
  });

  it('stand still while paused, and continue with what comes then', () => {
    const paused = [watch, opened, flows(1), { type: 'pause' }, flows(2)] as const;
    expect(after(...paused).value).toEqual({ watching: 'paused' });
    expect(ports(after(...paused))).toEqual([1]);
    expect(after(...paused).context.missed).toBe(4);
    const resumed = after(...paused, { type: 'resume' }, flows(5));
    expect(ports(resumed)).toEqual([5, 1]);
    expect(resumed.context.missed).toBe(0);
  });

  it('are no more than a screen can show', () => {
    const many = Array.from({ length: 1_200 }, (_, at) => at);
    const state = after(watch, opened, flows(...many));
    expect([state.context.flows.length, ports(state)[0]]).toEqual([500, 1_199]);
  });

  it('say why they are rejected, and that they ended by themselves', () => {
    const rejected = after(watch, { type: 'opened', reply: { ok: false, code: 'DEBUG_TAIL_BUSY' } });
    expect([rejected.value, rejected.context.code]).toEqual(['rejected', 'DEBUG_TAIL_BUSY']);
    const over = after(watch, opened, flows(1), { type: 'notice', notice: { is: 'over', code: null } });
    expect([over.value, over.context.code, ports(over)]).toEqual(['over', null, [1]]);
    expect(
      after(watch, opened, { type: 'pause' }, { type: 'notice', notice: { is: 'over', code: null } }).value,
    ).toBe('over');
  });

  it('are watched again after a lost connection, also by another filter', () => {
    const lost = after(watch, opened, flows(1), { type: 'disconnected' });
    expect(lost.value).toEqual({ watching: 'opening' });
    expect(ports(after(watch, opened, flows(1), { type: 'disconnected' }, opened, flows(2)))).toEqual([2, 1]);
    const other = after(watch, opened, flows(1), {
      type: 'watch',
      watched: { site: 8, filter: { port: 53 } },
    });
    expect([other.value, ports(other), other.context.watched.site]).toEqual([{ watching: 'opening' }, [], 8]);
    expect(after(watch, opened, flows(1), { type: 'close' }).value).toBe('closed');
  });
});
