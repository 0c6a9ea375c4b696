import { conflict, databaseError } from '#server/errors.ts';

/** 409 of the contract for a time that something else has. */
export function refuseTaken(cause?: unknown): never {
  return conflict('That time is no longer available.', 'slot_taken', cause);
}

/** Runs what writes busy times; a violation of the constraint that keeps them apart is a time that is taken. */
export async function refuseIfTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = databaseError(error) ?? {};
    // A deadlock: two callers want the same time, and this one has lost it. Or only some parts of a request were free.
    const isTaken =
      code === '40P01' ||
      constraint === 'busy_times_no_overlap' ||
      /^busy_times_(reschedule|opening)_id_fkey$/.test(constraint ?? '');
    return isTaken ? refuseTaken(error) : Promise.reject(error);
  }
}
