import { quietly } from '#client/lib/stored-keys.ts';

/** Starts the service worker, and has it keep what this page loaded before it could watch. */

const address = '/sw.js';

/** TypeScript's own types do not know it yet. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(given: string): string }): typeof rules;
};
const { trustedTypes } = window as { trustedTypes?: TrustedTypes };

/** The content security policy lets no other text become the address of a script. */
const policy = trustedTypes?.createPolicy('saluni-worker', {
  createScriptURL(given) {
    if (given !== address) throw new TypeError('There is one worker');
    return given;
  },
});

async function start(): Promise<void> {
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { scope: '/' });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
}

// A browser may forbid workers, as in a private window; the product does without.
void quietly(() => start().catch(() => undefined));
