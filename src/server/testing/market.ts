import { MINUTE } from '#shared/constants.ts';
import type { Interval } from '#shared/rules/hours.ts';
import type { Span } from '#shared/rules/slots.ts';
import type { TestApp } from './app.ts';

type Market = {
  windows: Span[];
  bookings: Span[];
  interval: number;
  buffer: number;
  durations: number[];
  /** Hours of every day of the week. */
  hours?: readonly Interval[];
  off?: readonly Span[];
  /** Whether each service has processing time: all but its first and last five minutes. */
  gaps?: boolean;
};

/**
 * Replaces a professional's hours, windows, time off, bookings and settings (epoch milliseconds, minutes) by these,
 * with confirmed bookings. Creates a service of each duration and returns their ids.
 */
export async function openMarket({ make, deps }: TestApp, professionalId: string, market: Market): Promise<string[]> {
  for (const table of ['bookings', 'availability', 'hour_schedules', 'time_off'] as const)
    await deps.db.deleteFrom(table).where('professional_id', '=', professionalId).execute();
  const settings = { slot_interval_minutes: market.interval, buffer_minutes: market.buffer };
  await make.change('professionals', professionalId, settings);
  const gap = (minutes: number) =>
    market.gaps && minutes >= 15 ? { processing_start_minutes: 5, processing_minutes: minutes - 10 } : {};
  const service = (minutes: number) =>
    make.service(professionalId, { service_duration_minutes: minutes, ...gap(minutes) });
  if (market.hours) await make.hours(professionalId, market.hours);
  for (const { start, end } of market.off ?? []) await make.timeOff(professionalId, start, end);
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
