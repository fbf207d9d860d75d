/** Set by a parent that keeps the other end of standard input open: its end means that the parent has died. */
const STDIN_VARIABLE = 'TELLTALE_STOP_WITH_STDIN';

/** Resolves with the reason when the process must drain: SIGTERM, SIGINT, or the death of its parent. */
export function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => {
      resolve('SIGTERM');
    });
    process.on('SIGINT', () => {
      resolve('SIGINT');
    });
    if (process.connected)
      process.once('disconnect', () => {
        resolve('parent died');
      });
    if (process.env[STDIN_VARIABLE] === '1') {
      process.stdin.resume();
      process.stdin.once('close', () => {
        resolve('parent died');
      });
    }
  });
}
