/** Where the booking flow leads; ids in page addresses are comma-separated (contract 6). */
export function addMoreAddress(serviceId: string, professionalId: string) {
  return `/add-more-services/${serviceId}/${professionalId}`;
}

/** `serviceIds` in the order of selection; the first one names the path. */
export function pickTimeAddress(serviceIds: readonly string[], professionalId: string) {
  return `/pick-booking-time/${serviceIds[0] ?? ''}/${professionalId}?service_ids=${serviceIds.join(',')}`;
}
