import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { failedPanel, loadSentence } from './alert-loads.ts';

const offline = new ApiProblem({ code: 'NETWORK_UNREACHABLE', status: 0 });

describe('a load of alerting that fails', () => {
  it.each([
    ['status', 'The alarm counts could not be loaded. '],
    ['map', 'The alarm map could not be loaded. '],
    ['table', 'The alarm table could not be loaded. '],
  ] as const)('of the %s names its part, and the cause', (load, part) => {
    const sentence = loadSentence(load, offline, 'en');
    expect(sentence.startsWith(part)).toBe(true);
    expect(sentence.length).toBeGreaterThan(part.length);
  });

  it('does not repeat what the server says already', () => {
    const problem = new ApiProblem({ code: 'ALERT_COUNT_FAILED', status: 503, requestId: 'r1' });
    expect(loadSentence('status', problem, 'en')).toBe('The alarm counts could not be loaded.');
    expect(failedPanel('status', { problem, retry: () => undefined }, 'en')).toMatchObject({
      is: 'error',
      requestId: 'r1',
    });
  });
});
