import type { InjectOptions } from 'fastify';
import type { TestApp } from './app.ts';
import type { World } from './world.ts';

export const json = { 'content-type': 'application/json' };
/** Valid input for a service. */
export const silkPress = { name: 'Silk press', service_duration_minutes: 90, price: 120, category: 'Styling' as const };

type Asked = Omit<InjectOptions, 'method' | 'url'> & { as?: { token: string } | null };

/** Calls REST by method and path with the given headers and body, by default as PO. */
export function askerOf(t: TestApp, world: World) {
  return async function ask(method: string, url: string, options: Asked = {}) {
    const { as = world.people.PO, headers, ...rest } = options;
    const authorization = as ? { authorization: `Bearer ${as.token}` } : {};
    return t.app.inject({ method: method as 'GET', url, headers: { ...authorization, ...headers }, ...rest });
  };
}
