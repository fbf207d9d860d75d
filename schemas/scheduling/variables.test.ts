import { describe, expect, it } from 'vitest';
import { fillVariables, schedulingTextFaults } from './variables.ts';

const faultsOf = (message: string, kind: 'daily' | 'alarm' = 'daily') =>
  schedulingTextFaults({ subject: '{{schedule}}', message }, { kind }).map(
    ({ path, code, params }) => `${path} ${code} ${String(params['name'])}`,
  );

describe('the variables of a message', () => {
  it.each([
    ['Report of {{ customer }}', []],
    ['{{period}} in {{zone}}, {{date}}, {{report}}', []],
    ['{{password}}', ['message WEBHOOK_PLACEHOLDER_UNKNOWN password']],
    ['{{}}', ['message WEBHOOK_PLACEHOLDER_UNKNOWN ']],
    ['{{alarm}}', ['message WEBHOOK_PLACEHOLDER_UNKNOWN alarm']],
    ['{{customer', ['message WEBHOOK_PLACEHOLDER_UNCLOSED {{customer']],
    ['{{customer}} {{', ['message WEBHOOK_PLACEHOLDER_UNCLOSED {{']],
  ])('%j has the faults %j', (message, faults) => {
    expect(faultsOf(message)).toEqual(faults);
  });

  it('include those of alarms where alarms are the trigger', () => {
    expect(faultsOf('{{alarm}} at {{site}}', 'alarm')).toEqual([]);
  });

  it('are filled, and a value is not read as another variable', () => {
    const values = { schedule: '{{customer}}', customer: 'Acme' };
    expect(fillVariables('{{schedule}} of {{ customer }}, {{alarm}}', values)).toBe('{{customer}} of Acme, ');
  });
});
