import './logo.css';

/** The mark: an indicator lamp, and the threads on a sail that show the flow. */
export function Logo({ size, glow = false }: { readonly size: number; readonly glow?: boolean }) {
  return (
    <svg
      className="tt-logo"
      data-glow={glow}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <circle className="tt-logo-halo" cx="7" cy="8.5" r="6.5" />
      <circle className="tt-logo-lamp" cx="7" cy="8.5" r="4" />
      <path
        d="M13 8.5c2.4 0 2.7-2 4.9-2 1.7 0 2.4 1 4.1 1M11.6 14c2.9 0 3.4-2.1 6-2.1 1.6 0 2.4.9 4.1.9M7 18.2c3.9 0 4.6-2.3 7.7-2.3 1.9 0 2.8 1 4.8 1"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </svg>
  );
}
