import type { ResourceSummary } from '#schemas/resource/resource.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useResourceTexts } from './texts/en.ts';

/** Says of a resource that it is inactive, since when, by whom and why. */
export function InactiveTag({ status }: Pick<ResourceSummary, 'status'>) {
  const text = useResourceTexts();
  const { active, comment, updatedAt, updatedBy: author } = status;
  if (active) return null;
  const sentence = (at: string): string =>
    author === null ? text('deactivatedAt', { at }) : text('deactivatedBy', { author, at });
  return (
    <Tag tone="warning">
      {updatedAt === null ? sentence('') : <TimeIn sentence={sentence} at={updatedAt} />}
      {comment !== '' && ` ${comment}`}
    </Tag>
  );
}
