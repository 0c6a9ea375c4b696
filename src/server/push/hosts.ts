/** The services of Chrome, Firefox, Safari and Edge. */
export const usualHosts = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z][a-z0-9-]*[a-z0-9]$/;
const loopback = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\]):\d{1,5}$/;

/**
 * An entry of PUSH_HOSTS: a host name, `*.` before one for it and everything below it, or the origin of a service on
 * this machine; undefined for anything else.
 */
export function pushHost(value: string): string | undefined {
  const entry = value.toLowerCase();
  if (isPlain(entry)) return loopback.test(entry) && URL.canParse(entry) ? new URL(entry).origin : undefined;
  return hostName.test(entry.replace(/^\*\./, '')) ? entry : undefined;
}

/** Whether an entry is an origin that is reached over plain HTTP. */
export function isPlain(entry: string): boolean {
  return entry.startsWith('http://');
}

/** Whether an endpoint is one of a listed host: https on port 443, or of a listed origin; without user or password. */
export function isListed(hosts: readonly string[], endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (protocol === 'http:') return hosts.includes(origin);
  if (protocol !== 'https:' || port !== '') return false;
  return hosts.some((host) => host === hostname || (host.startsWith('*.') && `.${hostname}`.endsWith(host.slice(1))));
}
