import { expect, it } from 'vitest';
import { cellLayout } from './cell-layout.ts';

const sites = (critical: number, ok: number) => [
  ...Array.from({ length: critical }, () => ({ status: 'critical' as const })),
  ...Array.from({ length: ok }, () => ({ status: 'ok' as const })),
];
const box = { width: 600, height: 400, isPressed: false };

it('every site has its name where there is room for it', () => {
  expect(cellLayout(sites(2, 10), box)).toEqual({ named: 12, side: 24 });
});

it('of 1,000 sites those in alarm have names, and all are in view on a wall', () => {
  const { named, side } = cellLayout(sites(6, 994), box);
  expect(named).toBe(6);
  const rowsOfNames = Math.ceil(6 / 4);
  const rows = Math.floor((400 - rowsOfNames * 43 + 3) / (side + 3));
  expect(Math.floor(603 / (side + 3)) * rows).toBeGreaterThanOrEqual(994);
});

it('names take half of the box at most, and cells that are pressed are 24 pixels apart', () => {
  const { named, side } = cellLayout(sites(700, 300), { width: 240, height: 200, isPressed: true });
  expect(named).toBe(2);
  expect(side).toBe(21);
});
