import { describe, expect, it } from 'vitest';
import { serverAddresses } from './server-addresses.ts';

describe('the addresses of the NATS servers', () => {
  it.for([
    ['nats://127.0.0.1:4222', { servers: ['127.0.0.1:4222'] }],
    ['nats://nats-1:4222,nats://nats-2:4222', { servers: ['nats-1:4222', 'nats-2:4222'] }],
    ['nats://[::1]:4222', { servers: ['[::1]:4222'] }],
    [
      'nats://telltale:a%40b%2F1:2@nats-1:4222',
      {
        servers: ['nats-1:4222'],
        user: 'telltale',
        pass: 'a@b/1:2',
        inboxPrefix: '_INBOX.telltale',
      },
    ],
    ['nats://a-token@nats-1:4222', { servers: ['nats-1:4222'], token: 'a-token' }],
    ['tls://nats-1:4222, tls://nats-2:4222', { servers: ['nats-1:4222', 'nats-2:4222'], tls: {} }],
  ] as const)('of %s include user, password and encryption', ([url, expected]) => {
    expect(serverAddresses(url)).toEqual(expected);
  });
});
