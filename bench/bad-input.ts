import { gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ThreadClient } from '#server/features/provisioning/run/thread-client.ts';
import { workbookParts, workbookOf, zipOf } from '#tests/fixtures/provisioning/workbook.ts';
const rss = () =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024);
const MB = 1048576;
const HEAD = 'customer;site;latitude;longitude;device;address;interface;alias';
const line = (i: number) =>
  `c${i % 50};Site ${i % 1000};48.1;2.3;r${i % 9000};10.0.${(i >> 8) & 255}.${i & 255};Gi0/0/${i};`;
const many = (n: number, pad: number, f = line) => {
  const p = 'x'.repeat(pad);
  const out: string[] = [HEAD];
  for (let i = 0; i < n; i++) out.push(f(i) + p);
  return out.join('\n');
};
const reach = {
  mayChangeCustomers: true,
  mayNameCredentials: true,
  allCustomers: true,
  customers: [],
  sites: [],
};
async function attempt(name: string, make: () => Buffer) {
  const raw = make();
  const content = gzipSync(raw, { level: 1 });
  const t0 = performance.now();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, rss());
  }, 50);
  const thread = new ThreadClient();
  let said = '';
  try {
    const file = await thread.ask('read', { content, mapping: null });
    said = `read ${file.lines} lines, ${JSON.stringify(file.faults.slice(0, 1))}`;
    if (file.faults.length === 0) {
      await thread.ask('rows', { profile: [{ id: 1, name: 'd', is_default: true }] } as never);
      const c = await thread.ask('compare', { options: { mode: 'lines', removeMissing: false }, reach });
      said += ` counts ${JSON.stringify(c.counts)} first fault ${JSON.stringify(c.faults[0] ?? null)}`;
      const r = await thread.ask('result', { language: 'en', isApplied: false });
      said += ` result ${Math.round(r.length / 1024)} kB`;
    }
  } catch (e: any) {
    said += ` → ${e.code ?? e.message?.slice(0, 300)} ${JSON.stringify(e.params ?? {})}`;
  }
  clearInterval(timer);
  await thread.close();
  console.log(
    `${name} (${(raw.length / MB).toFixed(1)} MB): ${((performance.now() - t0) / 1000).toFixed(1)} s, RSS ≤ ${most} MiB: ${said}`,
  );
}
const only = process.argv[2];
const cases: [string, () => Buffer][] = [
  ['500,000 lines', () => Buffer.from(many(500_000, 20))],
  ['50 MB UTF-16LE without mark', () => Buffer.from(many(150_000, 80), 'utf16le').subarray(0, 50 * MB)],
  [
    '50 MB Windows-1252, tabs',
    () =>
      Buffer.from(many(180_000, 200).replaceAll(';', '\t').replaceAll('Site', 'Sité'), 'latin1').subarray(
        0,
        50 * MB,
      ),
  ],
  ['50 MB in one cell', () => Buffer.from(HEAD + '\n' + 'a'.repeat(50 * MB - 100))],
  ['50 MB without line ends', () => Buffer.from('a;'.repeat(25 * MB - 10))],
  ['50 MB of quotes', () => Buffer.alloc(50 * MB - 1, 0x22)],
  ['50 MB random', () => randomBytes(50 * MB - 1)],
  ['50 MB of line ends', () => Buffer.from(HEAD + '\n'.repeat(50 * MB - 100))],
  ['200,000 lines, all the same', () => Buffer.from(many(200_000, 10, () => line(1)))],
  [
    '200,000 lines that contradict',
    () => Buffer.from(many(200_000, 10, (i) => `c1;Site ${i % 2};${i % 90};2.3;r${i};10.0.0.1;Gi0;`)),
  ],
  [
    '200,000 lines, all cells wrong',
    () => Buffer.from(many(200_000, 0, (i) => `c c;;abc;2026-01-0${i % 9};;x;${i};`)),
  ],
  [
    'XLSX 390 MB of shared texts',
    () => {
      const si = '<si><t>abcdefghijklmnopqrstuv</t></si>';
      const body = si.repeat(Math.floor((390 * MB) / si.length));
      return zipOf([
        ...workbookParts([
          ['customer', 'site'],
          ['a', 'b'],
        ]),
        { name: 'xl/sharedStrings.xml', content: Buffer.from(`<sst>${body}</sst>`) },
      ]);
    },
  ],
  [
    'XLSX 390 MB of empty rows',
    () => {
      const p = [...workbookParts([['customer']])];
      const row = '<row><c/></row>';
      p[3] = {
        name: 'xl/worksheets/sheet2.xml',
        content: Buffer.from(
          `<worksheet><sheetData>${row.repeat(Math.floor((380 * MB) / row.length))}</sheetData></worksheet>`,
        ),
      };
      return zipOf(p);
    },
  ],
  [
    'XLSX one cell of 390 MB',
    () => {
      const p = [...workbookParts([['customer']])];
      p[3] = {
        name: 'xl/worksheets/sheet2.xml',
        content: Buffer.concat([
          Buffer.from('<worksheet><sheetData><row><c t="inlineStr"><is><t>'),
          Buffer.alloc(380 * MB, 0x61),
          Buffer.from('</t></is></c></row></sheetData></worksheet>'),
        ]),
      };
      return zipOf(p);
    },
  ],
  [
    'XLSX merged 50,000 areas over 100,000 rows',
    () =>
      workbookOf(
        [['customer', 'site'], ...Array.from({ length: 100_000 }, (_, i) => [`c${i % 7}`, ''])],
        Array.from({ length: 50_000 }, () => 'A2:B100001'),
      ),
  ],
];
for (const [name, make] of cases) if (only === undefined || name.includes(only)) await attempt(name, make);
