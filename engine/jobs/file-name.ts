import { wallClock, wallDayText } from '#schemas/time/wall-clock.ts';
import type { OutputFormat, RenderParameters } from '#schemas/rendering/rendering.ts';

const MAX_NAME = 100;

/** Name of the file of a report: the report and the day on which its period begins. */
export function fileNameOf(
  name: string,
  { from, timeZone }: Pick<RenderParameters, 'from' | 'timeZone'>,
  format: OutputFormat,
): string {
  const time = wallClock(timeZone)(from * 1_000);
  const day = time === null ? '' : ` ${wallDayText({ wall: time.wall })}`;
  const plain = name
    .replaceAll(/[\p{C}\\/:*?"<>|]/gu, '_')
    .trim()
    .slice(0, MAX_NAME);
  return `${plain === '' ? 'report' : plain}${day}.${format}`;
}
