import { quietly, signupKey } from '#client/lib/stored-keys.ts';

/**
 * The address of the last signup in this browser whose mail is still looked for; null without one, and once the notice
 * was closed.
 */
export function storedSignup(): string | null {
  return quietly(() => localStorage.getItem(signupKey));
}

export function storeSignup(email: string) {
  quietly(() => localStorage.setItem(signupKey, email));
}

export function forgetSignup() {
  quietly(() => localStorage.removeItem(signupKey));
}
