import { quietly } from '#client/lib/stored-keys.ts';

/** Starts the service worker, and has it keep what this page needed before it could watch. */

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

function tell(worker: ServiceWorker | null): void {
  worker?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
}

async function start(): Promise<void> {
  const { serviceWorker } = navigator;
  // A page of a new build may be there before its worker is; what the one before keeps goes with it.
  serviceWorker.addEventListener('controllerchange', () => tell(serviceWorker.controller));
  await serviceWorker.register(policy?.createScriptURL(address) ?? address, { scope: '/' });
  tell((await serviceWorker.ready).active);
}

// A browser may forbid workers, as in a private window; the product does without.
void quietly(() => start().catch(() => undefined));
