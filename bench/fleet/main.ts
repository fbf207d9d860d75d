/** The demonstration network; with `history` as first argument, its past instead. */
import { fleetArguments } from './arguments.ts';
import type { FleetArguments } from './arguments.ts';

const [first, ...others] = process.argv.slice(2);
const isHistory = first === 'history';

function options(): FleetArguments {
  try {
    return fleetArguments(isHistory || first === undefined ? others : [first, ...others]);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

const given = options();
if (isHistory) {
  const { historyProcess } = await import('./history/history-process.ts');
  await historyProcess(given);
} else {
  const { fleetProcess } = await import('./fleet-process.ts');
  await fleetProcess(given);
}
