const lines = Array.from({ length: 11 }, (_, index) => index);

/** One thread: a wave whose amplitude grows to the right. */
function thread(index: number): string {
  const y = 120 + index * 62;
  const swing = 10 + index * 3.5;
  return `M-40 ${String(y)} C 260 ${String(y - swing)}, 420 ${String(y + swing)}, 720 ${String(y)} S 1180 ${String(y - swing * 1.6)}, 1480 ${String(y - swing * 0.4)}`;
}

/** Backdrop of the sign-in page. */
export function SignInThreads() {
  return (
    <svg
      className="tt-threads"
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {lines.map((index) => (
        <path key={index} d={thread(index)} style={{ animationDelay: `${String(index * -1.7)}s` }} />
      ))}
    </svg>
  );
}
