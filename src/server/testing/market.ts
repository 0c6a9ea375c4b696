import { MINUTE } from '#shared/constants.ts';
import type { TestApp } from './app.ts';

type Span = { start: number; end: number };
type Market = { windows: Span[]; bookings: Span[]; interval: number; buffer: number; durations: number[] };

/**
 * Replaces a professional's windows, bookings and settings (epoch milliseconds, minutes) by these, with confirmed
 * bookings. Creates a service of each duration and returns their ids.
 */
export async function openMarket({ make, deps }: TestApp, professionalId: string, market: Market): Promise<string[]> {
  await deps.db.deleteFrom('bookings').where('professional_id', '=', professionalId).execute();
  await deps.db.deleteFrom('availability').where('professional_id', '=', professionalId).execute();
  await deps.db
    .updateTable('professionals')
    .set({ slot_interval_minutes: market.interval, buffer_minutes: market.buffer })
    .where('id', '=', professionalId)
    .execute();
  const service = (minutes: number) => make.service(professionalId, { service_duration_minutes: minutes });
  for (const { start, end } of market.windows) await make.window(professionalId, start, end);
  for (const { start, end } of market.bookings) {
    await make.booking({
      professionalId,
      serviceIds: [await service((end - start) / MINUTE)],
      start,
      status: 'confirmed',
    });
  }
  const offered: string[] = [];
  for (const minutes of market.durations) offered.push(await service(minutes));
  return offered;
}
