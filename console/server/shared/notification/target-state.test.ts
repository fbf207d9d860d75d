import { expect, it } from 'vitest';
import { type TargetFacts, targetStateOf } from './target-state.ts';

const NOW = Date.UTC(2026, 0, 1);
const used: TargetFacts = { enabled: true, lastDelivered: NOW - 3_600_000, failingSince: null, backlog: 0 };

it.each<[string, Partial<TargetFacts>, string]>([
  ['whose last attempt succeeded delivers', {}, 'delivering'],
  ['whose last attempt failed fails, whatever is queued', { failingSince: NOW - 1, backlog: 7 }, 'failing'],
  ['with a queue and no attempt for a minute waits', { backlog: 1 }, 'waiting'],
  ['with a queue that moves delivers', { backlog: 9, lastDelivered: NOW - 60_000 }, 'delivering'],
  ['with a queue before its first attempt waits', { backlog: 1, lastDelivered: null }, 'waiting'],
  ['without any delivery is unused', { lastDelivered: null }, 'unused'],
  ['is judged by its log while the queue cannot be read', { backlog: null }, 'delivering'],
  ['that is disabled is paused, also after a failure', { enabled: false, failingSince: NOW - 1 }, 'paused'],
])('a target %s', (_, change, state) => {
  expect(targetStateOf({ ...used, ...change }, NOW)).toBe(state);
});
