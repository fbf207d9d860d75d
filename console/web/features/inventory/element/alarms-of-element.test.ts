import { describe, expect, it } from 'vitest';
import { alarmsOf } from './alarms-of-element.ts';

const alarm = (element: number, site: number, elementName: string) => ({ element, site, elementName });
const alarms = [
  alarm(1, 1, 'Lyon'),
  alarm(2, 1, 'edge'),
  alarm(3, 1, 'edge · Gi0/1'),
  alarm(4, 1, 'edge-2 · Gi0/1'),
  alarm(5, 6, 'edge · Gi0/1'),
];

describe('the alarms of an element', () => {
  const site = { id: 1, name: 'Lyon' };
  it.each([
    ['of a site are all that run there', { kind: 'site', id: 1, name: 'Lyon', site: null }, [1, 2, 3, 4]],
    ['of a device are its own and those of its parts', { kind: 'device', id: 2, name: 'edge', site }, [2, 3]],
    ['of an interface are its own', { kind: 'interface', id: 3, name: 'Gi0/1', site }, [3]],
  ] as const)('%s', (_, element, expected) => {
    expect(alarmsOf(element, alarms).map((each) => each.element)).toEqual(expected);
  });
});
