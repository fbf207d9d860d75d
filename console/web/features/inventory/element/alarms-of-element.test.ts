import { describe, expect, it } from 'vitest';
import { alarmsOf } from './alarms-of-element.ts';

const alarm = (
  element: number,
  site: number,
  elementName: string,
  elementKind: 'site' | 'device' | 'interface' | 'application' = 'interface',
) => ({ element, site, elementName, elementKind });
const alarms = [
  alarm(1, 1, 'Lyon'),
  alarm(2, 1, 'edge'),
  alarm(3, 1, 'edge · Gi0/1'),
  alarm(4, 1, 'edge-2 · Gi0/1'),
  alarm(5, 6, 'edge · Gi0/1'),
  alarm(6, 1, 'HTTPS', 'application'),
  alarm(7, 6, 'HTTPS', 'application'),
];

describe('the alarms of an element', () => {
  it.each([
    [
      'of a customer are all',
      { kind: 'customer', id: 1, name: 'Acme', site: undefined },
      [1, 2, 3, 4, 5, 6, 7],
    ],
    [
      'of a site are all that run there',
      { kind: 'site', id: 1, name: 'Lyon', site: undefined },
      [1, 2, 3, 4, 6],
    ],
    [
      'of a device are its own and those of its parts',
      { kind: 'device', id: 2, name: 'edge', site: 1 },
      [2, 3],
    ],
    ['of an interface are its own', { kind: 'interface', id: 3, name: 'Gi0/1', site: 1 }, [3]],
    ['of an application at a site are its own', { kind: 'application', id: 6, name: 'HTTPS', site: 1 }, [6]],
    [
      'of an application at every site are those of its name',
      { kind: 'application', id: 0, name: 'HTTPS', site: undefined },
      [6, 7],
    ],
  ] as const)('%s', (_, element, expected) => {
    expect(alarmsOf(element, alarms).map((each) => each.element)).toEqual(expected);
  });
});
