import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { AnnotationChange } from '#schemas/socket/live.ts';

/** Notifies every server, and through them the open screens, that annotations of a customer changed. Call it after the commit. */
export function publishAnnotationChange(bus: Pick<Bus, 'publish'>, customer: number): void {
  bus.publish(subjects.config('annotation'), JSON.stringify({ customer }));
}

/** Undefined for a malformed notice. */
export function readAnnotationChange(data: Uint8Array): AnnotationChange | undefined {
  try {
    return AnnotationChange.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return undefined;
  }
}
