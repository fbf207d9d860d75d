import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFaultAt } from './json-fault.ts';
import { placeholders, type PlaceholderName, type PlaceholderValues } from './placeholders.ts';
import { renderWebhook } from './render.ts';
import { webhookFaults } from './rules.ts';
import { parseTemplate } from './template.ts';
import type { WebhookDraft } from './webhook.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const aWebhook = (changes: Partial<WebhookDraft> = {}) => ({
  service: 'custom' as const,
  url: 'https://noc.example/alarms',
  channel: '',
  secret: '',
  headers: [],
  payload: { kind: 'json' as const, template: '{"text":"{{alert.name}}"}' },
  ...changes,
});
const json = (template: string) => aWebhook({ payload: { kind: 'json', template } });
const faultsOf = (webhook: ReturnType<typeof aWebhook>) =>
  webhookFaults(webhook).map(({ path, code, params }) => [path, code, params]);

const values: PlaceholderValues = {
  'customer.id': 7,
  'customer.name': 'Acme & Co / "Ops"',
  'site.id': null,
  'site.name': 'Besançon',
  'alert.id': '12:345',
  'alert.sequence': 3_594_000_601,
  'alert.datetime': '2027-01-05T08:00:00.000Z',
  'alert.since': '2027-01-05T08:00:00.000Z',
  'alert.decidedAt': '2027-01-05T08:01:02.345Z',
  'alert.value': 93.25,
  'alert.threshold': 80,
  'alert.name': 'Line "saturated"\nagain',
  'alert.description': 'back\\slash',
  'alert.severity': 'critical',
  'alert.targets': ['Gi0/1', 'Gi0/"2"'],
  'alert.targetTypes': ['interface', 'interface'],
  'alert.topology': ['edge-1', 'Lyon'],
  'alert.runbook': 'https://wiki.example/1',
  'alert.element': 'edge-1 · Gi0/1',
  'alert.reading': '97%',
  'alert.limit': '> 90%',
  'alert.state': 'RAISED',
  'alert.link': 'https://console.example/alert?customer=3&open=7:21',
  'alert.elementLink': 'https://console.example/inventory/interface/21?customer=3',
  'alert.hook': 'rising',
  'kpi.name': 'Inbound utilisation',
  'incident.id': '11:0:1700000000',
  'incident.text': 'Lyon: Line saturated for 5 min',
  'alert.events': [
    {
      id: '12:345',
      sequence: 3_594_000_601,
      event: '0af3',
      hook: 'rising',
      state: 'RAISED',
      severity: 'critical',
      name: 'Line "saturated"',
      element: 'edge-1 · Gi0/1',
      type: 'interface',
      site: 'Besançon',
      datetime: '2027-01-05T08:00:00.000Z',
      value: 93.25,
      threshold: 80,
      incident: '11:0:1700000000',
    },
  ],
  'alert.part': 1,
  'alert.version': 1,
};
const bodyOf = (template: string, kind: 'json' | 'text' = 'json', filled = values): string =>
  renderWebhook({ url: 'https://noc.example', headers: [], payload: { kind, template } }, filled).body;

describe('the payload of a webhook', () => {
  it.for([
    ['{"a":"{{alert.name}}"}'],
    ['{"a":{{alert.targets}},"b":{{customer.id}},"c":[{{alert.name}}]}'],
    ['{{{alert.name}}:{{ alert.hook }}}'],
    ['{"a":"{{alert.name}} of {{site.name}}","b":"\\"{{kpi.name}}\\""}'],
    ['{{alert.targets}}'],
    ['{"version":{{alert.version}},"events":{{alert.events}},"text":"{{alert.events}}"}'],
  ] as const)('may be %s', ([template]) => {
    expect(faultsOf(json(template))).toEqual([]);
    expect(() => JSON.parse(bodyOf(template)) as unknown).not.toThrow();
  });

  it.for([
    ['{"a":"{{alert.name}}"', 1, 22],
    ['{"a":1,\n "b":{{alert.name}}{{kpi.name}}}', 2, 20],
    ['{"a":-{{customer.id}}}', 1, 6],
    ['{"a":1{{customer.id}}}', 1, 7],
    ['{"a":{{customer.id}}.5}', 1, 21],
    ['{ {{customer.id}}: 1 }', 1, 3],
    ['{"a":"\\{{alert.name}}"}', 1, 6],
    ['{"a":"tab\there"}', 1, 6],
    ['', 1, 1],
  ] as const)('is rejected at the position of its JSON fault: %s', ([template, line, column]) => {
    expect(faultsOf(json(template))).toEqual([
      ['payload.template', 'WEBHOOK_JSON_INVALID', { line, column }],
    ]);
  });

  it.for([
    ['{"a":\n"{{alert.nom}}"}', 'WEBHOOK_PLACEHOLDER_UNKNOWN', { name: 'alert.nom', line: 2, column: 2 }],
    ['{"a":"{{}}"}', 'WEBHOOK_PLACEHOLDER_UNKNOWN', { name: '', line: 1, column: 7 }],
    ['"{{toString}}"', 'WEBHOOK_PLACEHOLDER_UNKNOWN', { name: 'toString', line: 1, column: 2 }],
    ['"{{alert.name"', 'WEBHOOK_PLACEHOLDER_UNCLOSED', { name: '{{alert.name"', line: 1, column: 2 }],
  ] as const)('is rejected with an unknown placeholder and its position: %s', ([template, code, params]) => {
    expect(faultsOf(json(template))).toEqual([['payload.template', code, params]]);
  });

  it('reports each fault, also after a valid placeholder', () => {
    const faults = faultsOf(json('"{{alert.name}} {{x}} {{kpi.name}} {{y}}"'));
    expect(faults.map(([, , params]) => params)).toEqual([
      { name: 'x', line: 1, column: 17 },
      { name: 'y', line: 1, column: 36 },
    ]);
  });

  it('of text need not be JSON', () => {
    const payload = { kind: 'text' as const, template: '{{alert.name}}: {{alert.targets}} "' };
    expect(faultsOf(aWebhook({ payload }))).toEqual([]);
    expect(bodyOf(payload.template, 'text')).toBe('Line "saturated"\nagain: Gi0/1, Gi0/"2" "');
  });

  it('contains numbers, lists and texts as JSON values, and escaped text inside strings', () => {
    const template =
      '{"id":{{customer.id}},"site":{{site.id}},"on":{{alert.targets}},"text":"<{{alert.name}}|{{site.id}}>"}';
    expect(JSON.parse(bodyOf(template))).toEqual({
      id: 7,
      site: null,
      on: ['Gi0/1', 'Gi0/"2"'],
      text: '<Line "saturated"\nagain|>',
    });
  });
});

describe('the URL of a webhook', () => {
  it.for([
    ['https://noc.example/{{alert.targets}}', 'WEBHOOK_TARGETS_IN_URL'],
    ['https://{{customer.name}}.example/', 'WEBHOOK_PLACEHOLDER_IN_HOST'],
    ['https://noc.example{{customer.name}}', 'WEBHOOK_PLACEHOLDER_IN_HOST'],
    ['https://noc.example/{{unknown}}', 'WEBHOOK_PLACEHOLDER_UNKNOWN'],
    ['ftp://noc.example/', 'URL_INVALID'],
    ['noc.example', 'URL_INVALID'],
    ['https://user:secret@noc.example/', 'URL_INVALID'],
  ] as const)('%s is rejected', ([url, code]) => {
    expect(faultsOf(aWebhook({ url })).map(([, found]) => found)).toContain(code);
  });

  it('has encoded placeholders after the host', () => {
    const url = 'https://noc.example/{{customer.name}}?site={{site.name}}';
    expect(faultsOf(aWebhook({ url }))).toEqual([]);
    const rendered = renderWebhook({ ...aWebhook({ url }), headers: [] }, values);
    expect(rendered.url).toBe('https://noc.example/Acme%20%26%20Co%20%2F%20%22Ops%22?site=Besan%C3%A7on');
  });
});

describe('the headers of a webhook', () => {
  it.for([
    [[{ name: 'X Y', value: '' }], 'WEBHOOK_HEADER_REFUSED'],
    [[{ name: 'Host', value: 'a' }], 'WEBHOOK_HEADER_REFUSED'],
    [[{ name: 'Idempotency-Key', value: 'a' }], 'WEBHOOK_HEADER_REFUSED'],
    [[{ name: 'X-A', value: 'a\r\nX-B: b' }], 'WEBHOOK_HEADER_VALUE'],
    [
      [
        { name: 'X-A', value: 'a' },
        { name: 'x-a', value: 'b' },
      ],
      'WEBHOOK_HEADER_TWICE',
    ],
  ] as const)('%o are rejected', ([headers, code]) => {
    expect(faultsOf(aWebhook({ headers: [...headers] })).map(([, found]) => found)).toEqual([code]);
  });

  it('override the content type of the payload', () => {
    const headers = [{ name: 'Content-Type', value: 'application/vnd.noc+json' }];
    expect(renderWebhook({ ...aWebhook(), headers }, values).headers).toEqual({
      'content-type': 'application/vnd.noc+json',
    });
  });
});

const anyText = fc.string({ unit: 'binary', maxLength: 20 });
const anyEvent = fc.record({
  id: anyText,
  sequence: fc.nat(),
  event: anyText,
  hook: fc.constantFrom('rising', 'falling'),
  severity: fc.constantFrom('critical', 'minor'),
  name: anyText,
  element: anyText,
  type: anyText,
  site: anyText,
  datetime: anyText,
  value: fc.nat(),
  threshold: fc.nat(),
});
const anyOf: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: anyText,
  number: fc.option(fc.nat()),
  list: fc.array(anyText, { maxLength: 3 }),
  events: fc.array(anyEvent, { maxLength: 3 }),
};
const anyValues = fc.record(
  Object.fromEntries(Object.entries(placeholders).map(([name, kind]) => [name, anyOf[kind]!])),
) as unknown as fc.Arbitrary<PlaceholderValues>;
const anyName = fc.constantFrom(...(Object.keys(placeholders) as PlaceholderName[]));
/** JSON texts with random placeholders, mostly invalid. */
const anyTemplate = fc
  .tuple(fc.json({ maxDepth: 2 }), fc.array(fc.tuple(fc.nat(80), anyName), { maxLength: 4 }))
  .map(([text, inserted]) =>
    inserted.reduce((sum, [at, name]) => `${sum.slice(0, at)}{{${name}}}${sum.slice(at)}`, text),
  );

describe('with any values', () => {
  it('an accepted payload renders to JSON', () => {
    fc.assert(
      fc.property(anyTemplate, anyValues, (template, filled) => {
        fc.pre(webhookFaults(json(template)).length === 0);
        JSON.parse(bodyOf(template, 'json', filled));
      }),
      { numRuns: rounds(2_000) },
    );
  });

  it('a string of the payload contains exactly the value', () => {
    fc.assert(
      fc.property(anyValues, (filled) => {
        expect(
          JSON.parse(bodyOf('["<{{alert.name}}>",{{alert.name}},{{alert.targets}}]', 'json', filled)),
        ).toEqual([`<${filled['alert.name']}>`, filled['alert.name'], filled['alert.targets']]);
      }),
    );
  });

  it('the URL keeps its host, its path segments and its parameters', () => {
    const url = 'https://noc.example/a/{{alert.name}}x/b?c={{site.name}}&d=e#{{kpi.name}}';
    fc.assert(
      fc.property(anyValues, (filled) => {
        const rendered = new URL(renderWebhook({ ...aWebhook({ url }), headers: [] }, filled).url);
        expect(rendered.host).toBe('noc.example');
        expect(rendered.pathname.split('/').length).toBe(4);
        expect([...rendered.searchParams.keys()]).toEqual(['c', 'd']);
        expect(rendered.searchParams.get('c')).toBe(filled['site.name'].toWellFormed());
      }),
    );
  });

  it('no value is a dot segment: empty, "." and ".." become "_"', () => {
    const name = fc.constantFrom('.', '..', '', '%2e', 'a/../b', 'x');
    const templates = fc.constantFrom(
      'https://noc.example/api/{{site.name}}/{{alert.name}}/x?c={{kpi.name}}',
      'https://noc.example/api/{{site.name}}/.{{alert.name}}/x',
      'https://noc.example/api/{{site.name}}{{kpi.name}}/{{alert.name}}',
      'https://noc.example/api/%2E{{site.name}}/{{alert.name}}#{{kpi.name}}',
      'https://noc.example/api\\{{site.name}}\\{{alert.name}}',
    );
    fc.assert(
      fc.property(templates, name, name, name, (url, site, alert, kpi) => {
        const filled = { ...values, 'site.name': site, 'alert.name': alert, 'kpi.name': kpi };
        const { pathname } = new URL(renderWebhook({ ...aWebhook({ url }), headers: [] }, filled).url);
        expect(pathname.split('/').length).toBe(url.includes('/x') ? 5 : 4);
        expect(pathname.startsWith('/api/')).toBe(true);
        expect(pathname).not.toContain('//');
      }),
    );
    const url = 'https://noc.example/a/{{site.name}}/b?c={{site.name}}';
    const steps = { ...values, 'site.name': '..' };
    expect(renderWebhook({ ...aWebhook({ url }), headers: [] }, steps).url).toBe(
      'https://noc.example/a/_/b?c=..',
    );
  });

  it('the parts of a template concatenate to the template', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', '\n', '{{site.id}}') }), (template) => {
        const { parts } = parseTemplate(template);
        const joined = parts.map((part) =>
          part.is === 'text' ? part.text : template.slice(part.at, part.at + part.length),
        );
        expect(joined.join('')).toBe(template);
      }),
    );
  });
});

describe('a JSON text', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  it('has no fault exactly if JSON.parse accepts it', () => {
    const broken = fc
      .tuple(
        fc.json({ maxDepth: 3 }),
        fc.nat(60),
        fc.constantFrom('', ',', '"', '{', ']', '0', 'e', ' ', '\\', '-'),
      )
      .map(([text, at, put]) => `${text.slice(0, at)}${put}${text.slice(at + 1)}`);
    fc.assert(
      fc.property(broken, (text) => {
        expect(jsonFaultAt(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: rounds(5_000) },
    );
  });
});
