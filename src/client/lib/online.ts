/** What the browser knows; a server that renders counts as connected. */
export const isOnline = () => navigator.onLine !== false;

export function watchOnline(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
