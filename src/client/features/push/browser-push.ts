import type { SubscriptionInput } from '#shared/push.ts';

/** What this browser can do about news on this device; `denied`: somebody said no to the browser's own question. */
type PushAbility =
  | 'able'
  | 'denied'
  /** An iPhone or iPad: only from the home screen. */
  | 'needs home screen'
  | 'unable';

/** Milliseconds. */
const startsWithin = 10_000;

type NavigatorOfApple = Navigator & { standalone?: boolean };

export function pushAbility(): PushAbility {
  // Without a service worker, as under `npm run dev`, its push service stands in.
  if (import.meta.env.DEV) return 'able';
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : 'able';
  return isApplePhone() && (navigator as NavigatorOfApple).standalone !== true ? 'needs home screen' : 'unable';
}

function isApplePhone(): boolean {
  // An iPad says that it is a Mac, but takes fingers.
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

/** The worker that shows news; it starts a moment after the page. */
async function worker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, startsWithin, new Error('There is no worker')));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** The subscription that this browser has for our key. */
export async function currentSubscription(publicKey: string): Promise<SubscriptionInput | null> {
  if (import.meta.env.DEV) return null;
  if (Notification.permission !== 'granted') return null;
  const subscription = await (await worker()).pushManager.getSubscription();
  return subscription && isFor(subscription, publicKey) ? inputOf(subscription) : null;
}

/** Asks the browser's own question if need be; 'denied' where it says no. Throws where no service can be reached. */
export async function subscribeBrowser(publicKey: string): Promise<SubscriptionInput | 'denied'> {
  if (import.meta.env.DEV) return { ...(await (await fetch('/pushes', { method: 'POST' })).json()), time_zone: zone() };
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const { pushManager } = await worker();
  const before = await pushManager.getSubscription();
  if (before && !isFor(before, publicKey)) await before.unsubscribe();
  return inputOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/** Returns the endpoint that is no more. */
export async function unsubscribeBrowser(): Promise<string | null> {
  if (!('serviceWorker' in navigator)) return null;
  // Not `ready`, which waits for a worker that may never come.
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = (await registration?.pushManager?.getSubscription()) ?? null;
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  return key !== null && base64url(key) === publicKey;
}

function inputOf(subscription: PushSubscription): SubscriptionInput {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth }, time_zone: zone() };
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function base64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
