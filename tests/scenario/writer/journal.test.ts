import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Journal, JournalTakenError } from '#ingest/writer/journal.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import { openBusOnly } from '#tests/store/stack.ts';

describe('a journal', () => {
  let close: () => Promise<void>;
  let bucket: Bucket;
  beforeAll(async () => {
    const opened = await openBusOnly();
    close = () => opened.close();
    bucket = await opened.bus.bucket('intents');
  });
  afterAll(() => close());

  it('starts empty and is read back as saved', async () => {
    const journal = await Journal.open(bucket, 'flows.0', 'one');
    expect(journal.state).toEqual({ epoch: 'one', written: 0, intents: [] });
    await journal.recordIntent({ first: 1, last: 9 });
    const found = await Journal.open(bucket, 'flows.0', 'another');
    expect(found.state).toEqual({ epoch: 'one', written: 0, intents: [{ first: 1, last: 9 }] });
    await found.commit({ first: 1, last: 9 });
    expect((await Journal.open(bucket, 'flows.0', 'another')).state).toEqual({
      epoch: 'one',
      written: 9,
      intents: [],
    });
  });

  it('holds several ranges, and forgets those that are committed or intended again', async () => {
    const journal = await Journal.open(bucket, 'flows.4', 'one');
    const left = async () => (await Journal.open(bucket, 'flows.4', 'x')).state;
    for (const first of [1, 11, 21]) await journal.recordIntent({ first, last: first + 9 });
    await journal.commit({ first: 1, last: 10 });
    const behind = { first: 21, last: 30 };
    expect(await left()).toEqual({ epoch: 'one', written: 10, intents: [{ first: 11, last: 20 }, behind] });
    const again = await Journal.open(bucket, 'flows.4', 'x');
    await again.recordIntent({ first: 12, last: 20 });
    expect(await left()).toEqual({ epoch: 'one', written: 10, intents: [{ first: 12, last: 20 }, behind] });
    await again.commit({ first: 12, last: 20 });
    await again.commit(behind);
    expect(await left()).toEqual({ epoch: 'one', written: 30, intents: [] });
  });

  it('gives a range the same token permanently, and another one after the stream is recreated', async () => {
    const journal = await Journal.open(bucket, 'flows.1', 'one');
    const token = journal.token({ first: 1, last: 9 });
    expect((await Journal.open(bucket, 'flows.1', 'two')).token({ first: 1, last: 9 })).toBe(token);
    await journal.reset('two');
    expect(journal.token({ first: 1, last: 9 })).not.toBe(token);
    expect(journal.state.written).toBe(0);
  });

  it('belongs to the writer that changed it last', async () => {
    const [one, other] = [
      await Journal.open(bucket, 'flows.2', 'one'),
      await Journal.open(bucket, 'flows.2', 'two'),
    ];
    await one.recordIntent({ first: 1, last: 2 });
    await expect(other.recordIntent({ first: 1, last: 5 })).rejects.toThrow(JournalTakenError);
    await one.commit({ first: 1, last: 2 });
  });

  it('recognises its own change when the response was lost', async () => {
    const lossy: Bucket = {
      ...bucket,
      async update(key, value, revision) {
        await bucket.update(key, value, revision);
        throw new Error('the answer was lost');
      },
    };
    const responses = { lossy: true };
    const road: Bucket = {
      ...bucket,
      update: (...change) => (responses.lossy ? lossy : bucket).update(...change),
    };
    const journal = await Journal.open(road, 'flows.3', 'one');
    await expect(journal.recordIntent({ first: 1, last: 2 })).rejects.toThrow('the answer was lost');
    responses.lossy = false;
    await journal.recordIntent({ first: 1, last: 2 });
    await journal.commit({ first: 1, last: 2 });
    expect((await Journal.open(bucket, 'flows.3', 'x')).state).toEqual({
      epoch: 'one',
      written: 2,
      intents: [],
    });
  });
});
