const changing = /^\/trpc\/(bookings|reschedules)\./;
const followers = new Set<() => void>();

/** Calls `follower` when a call of this tab has changed bookings. Returns a function that stops it. */
export function followOwnChanges(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** A call that changes something was answered. */
export function changed(address: string) {
  if (changing.test(address)) for (const follower of followers) follower();
}
