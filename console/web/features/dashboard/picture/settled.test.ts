import { describe, expect, it } from 'vitest';
import type { DashletData } from '../data/dashlet-data.ts';
import { settled } from './settled.ts';

/** A page whose dashlets are waiting until they are answered. */
function aPage() {
  const data = new Map<string, DashletData>();
  const listeners = new Set<() => void>();
  const visible: string[] = [];
  return {
    visible,
    answer(id: string, is: DashletData): void {
      data.set(id, is);
      for (const each of listeners) each();
    },
    read: (id: string): DashletData => data.get(id) ?? { is: 'waiting' },
    setVisible: (id: string) => void visible.push(id),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listeners,
  };
}

describe('a picture of a page', () => {
  it('asks for every dashlet, and waits until each has answered, failed or misses a selection', async () => {
    const page = aPage();
    let isOver = false;
    const waiting = settled(page, ['a', 'b']).then(() => {
      isOver = true;
    });
    expect(page.visible).toEqual(['a', 'b']);
    page.answer('a', { is: 'missing', filter: 'site' });
    await Promise.resolve();
    expect(isOver).toBe(false);
    page.answer('b', { is: 'failed', problem: undefined, result: undefined });
    await waiting;
    expect(page.listeners.size).toBe(0);
  });

  it('does not wait for ever', async () => {
    const page = aPage();
    await settled(page, ['a'], 0);
    expect(page.listeners.size).toBe(0);
  });

  it('of a page without values does not wait', async () => {
    await expect(settled(aPage(), [])).resolves.toBeUndefined();
  });
});
