import { useState } from 'react';
import { testPoller, type PollerTest } from '#schemas/polling/poller-test.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { shownInPlace, useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { useTestDevices } from './polling-queries.ts';
import { TestResult } from './TestResult.tsx';
import { usePollingTexts } from './texts/en.ts';

type TestRequest = Omit<PollerTest, 'device'>;

interface Props {
  /** Returns undefined if the form is invalid. */
  readonly requested: () => TestRequest | undefined;
  readonly incremental: boolean;
  /** Rows of a device, once they were read. */
  readonly onRows?: (rows: number) => void;
}

interface DeviceProps {
  readonly value: number | undefined;
  readonly error: string | undefined;
  readonly onChange: (id: number) => void;
}

function DevicePicker({ value, error, onChange }: DeviceProps) {
  const text = usePollingTexts();
  const [search, setSearch] = useState('');
  const devices = useTestDevices(search).data?.devices ?? [];
  const options = devices.map(({ id, name, address, vendor, customer }) => ({
    value: String(id),
    label: name,
    right: customer,
    detail: [address, vendor].filter(Boolean).join(' · '),
  }));
  return (
    <Picker
      id="test-device"
      label={text('testDevice')}
      placeholder={text('chooseDevice')}
      nothingFound={text('noDevice')}
      options={options}
      value={value === undefined ? null : String(value)}
      error={error}
      onSearch={setSearch}
      onChange={(id) => onChange(Number(id))}
    />
  );
}

/** Reads a device as a poller does, now. */
export function TestOnDevice({ requested, incremental, onRows }: Props) {
  const text = usePollingTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(testPoller);
  const [device, setDevice] = useState<number>();
  const [isMissing, setMissing] = useState(false);
  const [tested, setTested] = useState<PollerTest>();
  const { run, reset, reply: result, problem, isPending } = useRouteAction(testPoller, { touches: [] });
  const start = () => {
    setMissing(device === undefined);
    const what = requested();
    if (what === undefined || device === undefined) return reset();
    const body = { ...what, device };
    setTested(body);
    return run(
      { body },
      {
        onDone: ({ read, objects }) => read === 'rows' && onRows?.(objects.length),
        onProblem: shownInPlace,
      },
    );
  };
  return (
    <div className="tt-poller-test">
      <p className="tt-muted tt-caption">{text('testHint')}</p>
      <div className="tt-poller-test-row">
        <DevicePicker
          value={device}
          error={isMissing && device === undefined ? text('testNeedsDevice') : undefined}
          onChange={setDevice}
        />
        <Button busy={isPending} disabledReason={disabledReason} onClick={start}>
          {text('runTest')}
        </Button>
      </div>
      {problem !== null && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      {result !== undefined && tested !== undefined && (
        <TestResult result={result} requested={tested} incremental={incremental} />
      )}
    </div>
  );
}
