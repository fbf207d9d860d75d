import { RequestError, TimeoutError } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
import { untilBrokerReplies } from './until-broker-replies.ts';

const replies = (outcomes: readonly unknown[]) => {
  const left = [...outcomes];
  return () => {
    const next = left.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
};
const atOnce = () => Promise.resolve();

it('a request is repeated until the broker replies', async () => {
  const request = replies([new TimeoutError(), new RequestError('connection disconnected'), 'reply']);
  expect(await untilBrokerReplies(request, atOnce)).toBe('reply');
});

it('what the broker rejects is not repeated', async () => {
  await expect(
    untilBrokerReplies(replies([new Error('permission denied'), 'reply']), atOnce),
  ).rejects.toThrow('permission denied');
});
