import { expect } from 'vitest';
import { DAY } from '#shared/constants.ts';
import type { TestApp } from './app.ts';
import type { ClientPerson } from './make.ts';

/**
 * A client, by default a new one, so many of whose bookings were just confirmed: each is an email to them. They are on
 * days that follow each other, the first so many days from now.
 */
export async function confirmedClient(
  { make, rest }: Pick<TestApp, 'make' | 'rest'>,
  count = 1,
  { client, days = 2 }: { client?: ClientPerson; days?: number } = {},
): Promise<ClientPerson> {
  const { professionalId, ...professional } = await make.professional();
  const told = client ?? (await make.client());
  for (let i = 0; i < count; i++) {
    const start = Date.now() + (days + i) * DAY;
    const { bookingId: id } = await make.booking({ professionalId, clientId: told.clientId, start });
    expect((await rest.call(professional, 'bookings.change', { id, status: 'confirmed' })).status).toBe(200);
  }
  return told;
}
