import './kbd.css';

export function Kbd({ children }: { readonly children: string }) {
  return <kbd className="tt-kbd">{children}</kbd>;
}
