import { createElement, lazy, useState, type ComponentType } from 'react';

export interface LoadableView<Props> {
  readonly View: ComponentType<Props>;
  /** Loads its code before it is drawn. */
  readonly load: () => Promise<unknown>;
}

/**
 * A component whose code is loaded with its first use. Where the code is there already it does not suspend: what did is shown by React 300 ms
 * after its fallback at the earliest (`FALLBACK_THROTTLE_MS`), and the values of a page are often there before.
 */
export function loadableView<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LoadableView<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadView = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Lazy: ComponentType<Props> = lazy(loadView);
  function View(props: Props) {
    // It stays when its code has come: another component would begin again.
    const [drawn] = useState(() => loaded ?? Lazy);
    return createElement(drawn, props);
  }
  return { View, load: loadView };
}
