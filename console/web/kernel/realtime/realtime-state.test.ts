import { describe, expect, it } from 'vitest';
import type { RealtimeReading } from '#schemas/realtime/realtime.ts';
import { nextRealtime, type RealtimeEvent, type RealtimeState } from './realtime-state.ts';

const reading = (at: number): RealtimeReading => ({ element: 7, at, failure: '', values: {} });
const opened = (...at: number[]): RealtimeEvent => ({
  is: 'opened',
  reply: { ok: true, kind: 'interface', endsAt: 600, now: 0, readings: at.map(reading) },
});
const after = (...events: RealtimeEvent[]): RealtimeState =>
  events.reduce<RealtimeState>(nextRealtime, { is: 'opening' });
const times = (state: RealtimeState) => (state.is === 'shown' ? state.readings.map(({ at }) => at) : []);

describe('the dialog of an element in real time', () => {
  it('starts with what others have seen, and appends', () => {
    expect(times(after(opened(1, 2), { is: 'reading', reading: reading(3) }))).toEqual([1, 2, 3]);
  });

  it('shows why watching is rejected', () => {
    const reply = { ok: false, code: 'REALTIME_SERVER_LIST_EMPTY' } as const;
    expect(after({ is: 'opened', reply })).toEqual({ is: 'rejected', code: 'REALTIME_SERVER_LIST_EMPTY' });
  });

  it('says that its poller is lost until the next reading', () => {
    const lost = [opened(1), { is: 'changed', change: { element: 7, is: 'lost' } }] as const;
    expect(after(...lost)).toMatchObject({ link: 'lost' });
    expect(after(...lost, { is: 'reading', reading: reading(2) })).toMatchObject({ link: 'live' });
    const reply = { ok: true, kind: 'interface', endsAt: 600, now: 0, readings: [], lost: true } as const;
    expect(after({ is: 'opened', reply })).toMatchObject({ link: 'lost' });
  });

  it('keeps its readings over a lost connection, and takes those of the gap from the server', () => {
    const events = [opened(1), { is: 'reading', reading: reading(2) }, { is: 'disconnected' }] as const;
    expect(after(...events)).toMatchObject({ link: 'offline' });
    const again = after(...events, opened(2, 3, 4));
    expect(again).toMatchObject({ link: 'live' });
    expect(times(again)).toEqual([1, 2, 3, 4]);
  });

  it('keeps its readings after its end, also without a connection, and continues with them', () => {
    const over = [opened(1), { is: 'changed', change: { element: 7, is: 'over', code: null } }] as const;
    expect(after(...over, { is: 'disconnected' })).toMatchObject({ link: { over: null } });
    expect(times(after(...over, { is: 'restarted' }, opened(9)))).toEqual([1, 9]);
  });
});
