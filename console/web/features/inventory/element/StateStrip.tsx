import { useMemo } from 'react';
import { msOf } from '#web/lib/clock.ts';
import { formatMinutes } from '#web/lib/format.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { exactDuration } from '#schemas/unit/duration.ts';
import type { Subject } from './subject.ts';
import { stripParts, stripSlots, stripTotals, type StripSlot } from './state-strip.ts';
import { useElementTexts } from './texts/en.ts';
import { useDayMarks } from './use-element-marks.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

const SLOTS = 96;

function Part({ slot, of }: { readonly slot: StripSlot; readonly of: number }) {
  const text = useElementTexts();
  const language = useLanguage();
  const { from, to, state, names } = slot;
  const when = formatMinutes(from * SECOND_MS, to * SECOND_MS, language);
  const what =
    names.length === 0 ? text(`state_${state}`) : `${text(`state_${state}`)} · ${names.join(' · ')}`;
  return (
    <Tooltip label={`${when} · ${what}`}>
      <span data-state={state} style={{ flexGrow: (to - from) / of }} />
    </Tooltip>
  );
}

/** The states of an element over the last 24 hours. */
export function StateStrip({ subject }: { readonly subject: Subject }) {
  const text = useElementTexts();
  const language = useLanguage();
  const { query, period } = useDayMarks(subject);
  const created = subject.detail?.createdAt;
  const since = created === undefined ? undefined : msOf(created) / SECOND_MS;
  const { data } = query;
  const slots = useMemo(
    () => (data === undefined ? [] : stripSlots(data, { ...period, slots: SLOTS, since })),
    [data, period, since],
  );
  const totals = stripTotals(slots)
    .map(([state, seconds]) =>
      labelled(text(`state_${state}`), exactDuration(seconds * SECOND_MS, language), language),
    )
    .join(' · ');
  return (
    <div className="tt-element-strip">
      <Panel
        nested
        label={text('strip')}
        state={panelStateOf(query, language, 'ALERT.read')}
        skeleton="block"
      >
        <div className="tt-element-slots" role="img" aria-label={labelled(text('strip'), totals, language)}>
          {stripParts(slots).map((slot) => (
            <Part key={slot.from} slot={slot} of={period.to - period.from} />
          ))}
        </div>
        <p className="tt-element-strip-foot tt-muted">
          <span>{text('dayAgo')}</span>
          <span>{totals}</span>
          <span>{text('now')}</span>
        </p>
      </Panel>
    </div>
  );
}
