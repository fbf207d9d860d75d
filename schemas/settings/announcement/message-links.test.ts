import { describe, expect, it } from 'vitest';
import { messageParts, messageWithoutLinks } from './message-links.ts';

describe('the message of an announcement', () => {
  it.each([
    ['Works tonight', [{ text: 'Works tonight' }]],
    [
      'See [the alarms](/alert?customer=3), then [silences](/alert/silence).',
      [
        { text: 'See ' },
        { text: 'the alarms', path: '/alert', query: 'customer=3' },
        { text: ', then ' },
        { text: 'silences', path: '/alert/silence', query: '' },
        { text: '.' },
      ],
    ],
    ['[out](https://evil.example/)', [{ text: '[out](https://evil.example/)' }]],
    ['[out](//evil.example/)', [{ text: '[out](//evil.example/)' }]],
    ['[out](/\\evil.example)', [{ text: '[out](/\\evil.example)' }]],
    ['[script](javascript:alert(1))', [{ text: '[script](javascript:alert(1))' }]],
    ['', []],
  ])('has the parts of %s', (message, parts) => {
    expect(messageParts(message)).toEqual(parts);
  });

  it('is text alone for visitors', () => {
    expect(messageWithoutLinks('See [the alarms](/alert?customer=3).')).toBe('See the alarms.');
  });
});
