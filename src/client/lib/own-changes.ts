const followers = new Set<() => void>();

/** Calls `follower` when a call of this tab has changed bookings. Returns a function that stops it. */
export function followOwnChanges(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/**
 * Bookings were changed by a call of this tab. Each call that does so tells it, as watching all calls would be part of
 * every public page.
 */
export function bookingsChanged() {
  for (const follower of followers) follower();
}
