/** How far away somebody works, where a point was asked for. */
export function Distance({ km }: { km: number | undefined }) {
  return km === undefined ? null : <span>{` · ${km.toLocaleString('en-AU')} km away`}</span>;
}
