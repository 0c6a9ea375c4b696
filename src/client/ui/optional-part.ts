import { type ComponentType, lazy } from 'react';

/** A part whose code is loaded when it is shown, and without which the page goes on: nothing, if that fails. */
export function optionalPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
}
