import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { reportImageLimits } from '#schemas/limit/report.ts';
import { longestTurn } from '#tests/fixtures/server/longest-turn.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { ImageReader } from './image-reader.ts';

const reader = new ImageReader(systemClock);
afterAll(() => reader.close());

const accepted = (text: string) => reader.accepted(Buffer.from(text).toString('base64'), 1);
const svg = (inside: string): string => `<svg viewBox="0 0 40 20">${inside}</svg>`;
/** As many copies as a file may have bytes. */
const filled = (part: string): string =>
  svg(part.repeat(Math.floor((reportImageLimits.maxBytes - 100) / part.length)));

describe('an uploaded image', () => {
  it('is read in a thread, without what runs or loads', async () => {
    const image = await accepted(svg('<script>x</script><path d="M0 0"/>'));
    expect(image).toMatchObject({ type: 'image/svg+xml', width: 40, height: 20 });
    expect(image.content.toString()).toBe(svg('<path d="M0 0"></path>'));
  });

  it.each([
    ['is none', 'no image', 'REPORT_FILE_INVALID'],
    ['has entities of its own', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'REPORT_FILE_INVALID'],
    ['has too many pixels', '<svg width="20000" height="20000"/>', 'REPORT_IMAGE_OVERSIZED'],
  ])('that %s is rejected, and the next one is read', async (_, text, code) => {
    await expect(accepted(text)).rejects.toMatchObject({ code });
    expect(await accepted(svg(''))).toMatchObject({ width: 40 });
  });

  atNight.each([
    [
      'elements',
      `<svg viewBox="0 0 9 9">${'<path d="M0 0h1" fill="#123456" stroke="#123456"/>'.repeat(99_000)}</svg>`,
    ],
    ['elements that are too many', filled('<g/>')],
    ['styles', svg(`<style>${'.a{fill:red}'.repeat(800_000)}</style>`)],
    ['one path', svg(`<path d="${'M0 0 '.repeat(2_000_000)}"/>`)],
  ])('of the largest size does not stop the event loop: %s', async (_, text) => {
    const data = Buffer.from(text).toString('base64');
    expect(text.length).toBeLessThanOrEqual(reportImageLimits.maxBytes);
    const ms = await longestTurn(() => reader.accepted(data, 1).catch((error: unknown) => error));
    expect(ms).toBeLessThan(timeLimit(50));
  });
});
