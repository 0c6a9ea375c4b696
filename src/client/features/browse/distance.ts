/** How far away somebody works, as `0.7 km` between these texts; empty where no point was asked for. */
export function distanceText(km: number | undefined, before = '', after = ''): string {
  return km === undefined ? '' : `${before}${km.toLocaleString('en-AU')} km${after}`;
}
