/** `npm run bench [-- NAME …] [--json FILE]`: measures what `docs/performance.md` promises, and prints it with the machine. */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { alarmEvaluate } from './alarm-evaluate.ts';
import { backtestBench } from './backtest.ts';
import { billingBench } from './billing.ts';
import { dataRequestsBench } from './data-requests.ts';
import { dashboardPageBench } from './page/dashboard-page.ts';
import { dashboardUsersBench } from './page/dashboard-users.ts';
import { elementPageBench } from './page/element-page.ts';
import { dictionaryChangeBench } from './dictionary-change.ts';
import { discoverBench } from './discover.ts';
import { exploreBench } from './explore/explore.ts';
import { eventListBench } from './event-list.ts';
import { evidenceBench } from './evidence.ts';
import { eventToPixel } from './event-to-pixel.ts';
import { flowDecode } from './flow-decode.ts';
import { flowMeasures } from './flow-measures.ts';
import { flowMapFrame } from './flowmap/flow-map-frame.ts';
import { flowToMap } from './flowmap/flow-to-map.ts';
import { liveTraffic } from './flowmap/live-traffic.ts';
import { importBench } from './import.ts';
import { inventoryListBench } from './inventory-list.ts';
import { inventoryReadingBench } from './inventory-reading.ts';
import { pipeline } from './pipeline.ts';
import { recordingBench } from './recording.ts';
import { reconfigureBench } from './reconfigure.ts';
import { reportEditorBench } from './report/editor.ts';
import { reportPdfBench } from './report/pdf.ts';
import { restartBench } from './restart.ts';
import type { BenchResult } from './harness/result.ts';
import { sdwanCollectBench } from './sdwan/collect.ts';
import { sdwanSyncBench } from './sdwan/sync.ts';
import { rollupStepsBench } from './rollup-steps.ts';
import { searchBench } from './search.ts';
import { signInBench } from './sign-in.ts';
import { snmpPoll } from './snmp-poll.ts';
import { socketsBench } from './sockets.ts';
import { storageCodecs } from './storage-codecs.ts';
import { storage } from './storage.ts';
import { stormBench } from './storm.ts';
import { whatChangedBench } from './explore/what-changed.ts';
import { windowBench } from './window.ts';
import { writerBench } from './writer.ts';

const benches = [
  flowDecode,
  pipeline,
  writerBench,
  storage,
  storageCodecs,
  rollupStepsBench,
  flowMeasures,
  liveTraffic,
  flowMapFrame,
  flowToMap,
  alarmEvaluate,
  windowBench,
  reportPdfBench,
  reportEditorBench,
  restartBench,
  reconfigureBench,
  recordingBench,
  dictionaryChangeBench,
  inventoryReadingBench,
  inventoryListBench,
  importBench,
  backtestBench,
  billingBench,
  eventToPixel,
  stormBench,
  socketsBench,
  snmpPoll,
  discoverBench,
  sdwanSyncBench,
  sdwanCollectBench,
  signInBench,
  searchBench,
  evidenceBench,
  exploreBench,
  dataRequestsBench,
  dashboardPageBench,
  dashboardUsersBench,
  elementPageBench,
  eventListBench,
  whatChangedBench,
];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `no bench is called ${unknown.join(', ')}; there are: ${benches.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

const shown = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

function line({ name, value, unit, peer, peerValue, ratio }: BenchResult): string {
  const adjacent =
    peer === undefined
      ? ''
      : `   ${peer}: ${shown.format(peerValue ?? 0)} (ratio ${shown.format(ratio ?? 0)})`;
  return `${name.padEnd(44)} ${shown.format(value).padStart(14)} ${unit}${adjacent}`;
}

const [cpu] = cpus();
console.log(
  `${String(cpus().length)} × ${cpu?.model.trim() ?? 'CPU'}, ${String(Math.round(totalmem() / 1024 ** 3))} GiB, Linux ${release()}, Node ${process.version}`,
);
const results: BenchResult[] = [];
for (const bench of benches) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue;
  const [before = 0] = loadavg();
  for (const result of await bench.run()) {
    results.push(result);
    console.log(line(result));
  }
  const [after = 0] = loadavg();
  console.log(`${bench.name}: load ${shown.format(before)} before it, ${shown.format(after)} after it`);
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, undefined, 2)}\n`);
