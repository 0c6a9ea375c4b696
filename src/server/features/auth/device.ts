import { createHash } from 'node:crypto';
import { networkOf } from '#server/limits/address-key.ts';

/**
 * The first that a User-Agent names counts: Edge, Opera and Samsung's browser also name Chrome, and Chrome also names
 * Safari.
 */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/).*\bSafari\//, 'Safari'],
];
/** Likewise: Android also names Linux, and an iPhone also names Mac OS X. */
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

function first(table: [RegExp, string][], userAgent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/**
 * What a login is recognized by (decision 026): the family of its browser and the network that it came from, as a hash,
 * because it is stored.
 */
export function deviceKey(userAgent: string | undefined, ip: string): string {
  const browser = first(browsers, userAgent ?? '') ?? 'another';
  return createHash('sha256')
    .update(`${browser} ${networkOf(ip)}`)
    .digest('hex');
}

/**
 * Browser family and system of a User-Agent, `Chrome on Windows`: enough to recognize a device, too little to trace
 * one. Null for an unknown one.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const [browser, system] = [first(browsers, userAgent), first(systems, userAgent)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
