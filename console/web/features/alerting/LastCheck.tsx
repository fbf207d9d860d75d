import { formatTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useAlertingTexts } from './texts/en.ts';

/** When the page was last checked, milliseconds since 1970. Its room is kept until then: the buttons beside it do not move. */
export function LastCheck({ at }: { readonly at: number | undefined }) {
  const text = useAlertingTexts();
  const time = formatTime(at ?? 0, useLanguage());
  return (
    <span className="tt-muted tt-caption tt-last-check" data-known={at !== undefined}>
      {text('lastCheck', { time })}
    </span>
  );
}
