const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

/** Runs a function soon, in a task of its own: before it the browser may paint and take input. */
export function nextTask(run: () => void): void {
  waiting.push(run);
  port2.postMessage(undefined);
}

/** Runs a function after all that happens now; in a hidden tab once it is shown, since only then frames are drawn. */
export function afterThis(run: () => void): void {
  if (document.hidden) requestAnimationFrame(run);
  else queueMicrotask(run);
}
