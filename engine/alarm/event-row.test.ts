import { runSync } from '#platform/clock/steps.ts';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { elementTableSteps } from '../configuration/element-table.ts';
import { emptyConfiguration } from '../configuration/engine-configuration.ts';
import { perSource, sourceNumber } from '../configuration/sources.ts';
import { acknowledgementEvent } from './acknowledgement-event.ts';
import { alarmEvent } from './alarm-event.ts';
import { Evaluator } from './evaluator.ts';
import type { InstanceRef } from './alarm-instances.ts';
import type { AlarmEvent } from './event-row.ts';
import { silenceEvent } from './silence-event.ts';

const PORTS = sourceNumber('interface', 'snmp');
const elements = runSync(elementTableSteps([{ id: 12, customer: 3, site: 4, inBps: 0, outBps: 0 }]));

function running(): InstanceRef {
  const evaluator = runSync(
    Evaluator.createSteps({
      ...emptyConfiguration,
      elements: perSource((_, source) => (source === PORTS ? elements : runSync(elementTableSteps([])))),
      alarms: [
        {
          id: 7,
          label: 'Busy',
          kpi: 'itf_in_bps',
          operator: '>',
          threshold: 100,
          severity: 'major',
          outliers: 1,
          measures: 1,
          enabled: true,
          visibility: 'everyone',
          byCustomer: new Map(),
          byElement: new Map(),
        },
      ],
    }),
  );
  const value = Float64Array.of(200);
  evaluator.decide(
    { source: PORTS, kpi: 'itf_in_bps' },
    { start: 300, length: 300, number: 1 },
    { from: 0, length: 1, value, numerator: value, denominator: Float64Array.of(1) },
  );
  const [instance] = evaluator.runningInstances();
  if (instance === undefined) throw new Error('no alarm is running');
  return instance;
}

const instance = running();
const raise = { ...instance, edge: 'raise', value: 200, numerator: 200, denominator: 1, since: 300 } as const;
const acknowledged = { by: 'Night shift', at: 900_000, note: '', until: null, untilWorse: false };
const silenced = { silence: 9, by: 'Night shift', reason: 'Works', until: null };

const events: readonly [text: string, event: AlarmEvent][] = [
  ['7:12:300:raise', alarmEvent(raise, { cause: 'rule', at: 300, length: 300, newest: 1, ingested: 1 })],
  [
    '7:12:command:41:acknowledge:user',
    acknowledgementEvent(instance, {
      edge: 'acknowledge',
      cause: 'user',
      seq: 41,
      at: 300,
      length: 300,
      happened: 900_000,
      acknowledged,
      value: 200,
    }),
  ],
  [
    '7:12:silence:9:600:660000:silence',
    silenceEvent(instance, { edge: 'silence', silenced, happened: 660_000 }, { start: 600, length: 300 }),
  ],
];

describe('the id of an event', () => {
  it.each(events)('is a prefix of the digest of %s in every release', (text, { event }) => {
    expect(Buffer.from(event).toString('hex')).toBe(
      createHash('sha256').update(text).digest('hex').slice(0, 32),
    );
  });
});
