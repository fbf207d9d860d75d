import { useState } from 'react';
import { IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { startRecording, type RecordingRow } from '#schemas/debug/routes.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import type { DebugControl } from './use-debug-actions.ts';
import { useDebugTexts } from './texts/en.ts';

const minutesOffered = [5, 15, 60, 240, 1_440] as const;
const bytesOffered = [100_000_000, 1_000_000_000, 5_000_000_000] as const;
const defaultMinutes = debugRecord.defaultDurationMs / MINUTE_MS;

interface Props {
  readonly site: number | undefined;
  /** The recording of the site that runs. */
  readonly running: RecordingRow | undefined;
  readonly control: DebugControl;
}

function Running({ running, control }: { readonly running: RecordingRow; readonly control: DebugControl }) {
  const text = useDebugTexts();
  const size = formatValue(running.maxBytes, 'byte', useLanguage());
  return (
    <Banner tone="info">
      <div className="tt-debug-running">
        <span>
          <TimeIn at={running.endsAt * 1_000} sentence={(end) => text('running', { end, size })} />
        </span>
        <Button
          icon={<IconPlayerStopFilled size={15} />}
          busy={control.state.matches('stopping')}
          onClick={() => control.send({ type: 'stop', id: running.id })}
        >
          {text('stopNow')}
        </Button>
      </div>
    </Banner>
  );
}

/** Starts a recording of the site with its limits, or stops the one that runs. */
export function StartForm({ site, running, control }: Props) {
  const text = useDebugTexts();
  const language = useLanguage();
  const forbidden = useDisabledReason(startRecording);
  const [minutes, setMinutes] = useState<number>(defaultMinutes);
  const [maxBytes, setMaxBytes] = useState<number>(debugRecord.maxBytes);
  const [comment, setComment] = useState('');
  const { problem } = control.state.context;
  const start = () => {
    if (site !== undefined)
      control.send({ type: 'start', draft: { site, minutes, maxBytes, comment: comment.trim() } });
  };
  return (
    <>
      {problem !== undefined && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      {running !== undefined && <Running running={running} control={control} />}
      {running === undefined && (
        <Toolbar label={text('startForm')}>
          <span className="tt-muted">{text('minutes')}</span>
          <Select
            quietLabel
            label={text('minutes')}
            options={minutesOffered.map((value) => ({
              value: String(value),
              label: formatDuration(value * MINUTE_MS, language),
            }))}
            value={String(minutes)}
            onChange={(value) => setMinutes(Number(value))}
          />
          <span className="tt-muted">{text('maxBytes')}</span>
          <Select
            quietLabel
            label={text('maxBytes')}
            options={bytesOffered.map((value) => ({
              value: String(value),
              label: text('perCollector', { size: formatValue(value, 'byte', language) }),
            }))}
            value={String(maxBytes)}
            onChange={(value) => setMaxBytes(Number(value))}
          />
          <TextField
            quietLabel
            label={text('comment')}
            placeholder={text('commentHint')}
            value={comment}
            onChange={setComment}
          />
          <Button
            kind="primary"
            icon={<IconPlayerRecordFilled size={15} />}
            disabledReason={site === undefined ? text('chooseFirst') : forbidden}
            busy={control.state.matches('starting')}
            onClick={start}
          >
            {text('start')}
          </Button>
        </Toolbar>
      )}
    </>
  );
}
