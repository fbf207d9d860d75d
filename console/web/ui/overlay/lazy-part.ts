import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Part<Component> =
  Component extends ComponentType<infer Props> ? LazyExoticComponent<ComponentType<Props>> : never;

/**
 * A component of a module, whose code is loaded when it is drawn. If the code is missing, the page around it fails, and is reloaded once
 * the server responds. What opens over a page is a `lazyOverlay`.
 */
export const lazyPart = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Part<Module[Name]> =>
  lazy(() => load().then((module) => ({ default: module[name] as ComponentType }))) as Part<Module[Name]>;
