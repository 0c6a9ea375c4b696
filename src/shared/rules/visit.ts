import { MINUTE, processingMinMinutes } from '../constants.ts';
import type { Span } from './slots.ts';

/** A part of a visit that takes its professional's time: minutes from the visit's start, half-open. */
export type Part = { start: number; end: number };

/** Processing time of a service: both null, or whole minutes. */
export type Processing = { processing_start_minutes: number | null; processing_minutes: number | null };

export const processingMisfit = `Leave at least ${processingMinMinutes} minutes after processing`;

/** What is wrong with a service's processing time; undefined when nothing is. */
export function processingFault({
  processing_start_minutes: start,
  processing_minutes: length,
  service_duration_minutes: whole,
}: Processing & { service_duration_minutes: number }): string | undefined {
  if (start === null && length === null) return undefined;
  if (start === null || length === null) return 'Processing time needs both its start and its length';
  if (![start, length].every((minutes) => Number.isInteger(minutes) && minutes >= processingMinMinutes))
    return `Must be whole minutes, at least ${processingMinMinutes}`;
  return start + length + processingMinMinutes > whole ? processingMisfit : undefined;
}

/** The parts of a visit that starts at an instant, epoch milliseconds. */
export function partsAt(start: number, parts: readonly Part[]): Span[] {
  return parts.map((part) => ({ start: start + part.start * MINUTE, end: start + part.end * MINUTE }));
}

/**
 * Whether a visit of so many minutes can begin and end in a gap (minutes from its own visit's start), on some start of
 * the grid, which both visits share.
 */
export function fitsInGap(
  gap: { start: number; length: number },
  {
    slot_interval_minutes: interval,
    buffer_minutes: buffer,
  }: { slot_interval_minutes: number; buffer_minutes: number },
  minutes: number,
): boolean {
  const start = Math.ceil((gap.start + buffer) / interval) * interval;
  return start + minutes + buffer <= gap.start + gap.length;
}
