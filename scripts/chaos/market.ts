import sharp from 'sharp';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { type ClientPerson, factories, type Person, type ProfessionalPerson } from '#server/testing/make.ts';
import { DAY } from '#shared/constants.ts';

/** `given`: how many times were given away, `quarter`: the last of them. */
export type Shop = ProfessionalPerson & { service: string; given: number; quarter: number };
/** `from`: when the first booking begins. */
export type Market = {
  shops: Shop[];
  clients: ClientPerson[];
  admin: Person;
  picture: Buffer<ArrayBuffer>;
  from: number;
};

/** 48 days of 96 quarters each: enough for bookings of half an hour. */
const shops = 15;
/** A client has at most ten pending bookings. */
const clients = 300;

/** By its notes a booking is found again. */
export const notesOf = (process: number) => `process ${process}`;
export const processOf = (notes: string | null) => Number(notes?.slice('process '.length));

/** Professionals who work day and night, and clients. */
export async function openMarket(db: Database): Promise<Market> {
  const make = factories({ db, config: readConfig({}) });
  async function shop(): Promise<Shop> {
    const professional = await make.professional({ slot_interval_minutes: 15 });
    await make.hours(professional.professionalId, [{ start: 0, end: 24 * 60 }]);
    const service = await make.service(professional.professionalId, { service_duration_minutes: 15 });
    return { ...professional, service, given: 0, quarter: -1 };
  }
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4a1942' } })
    .png()
    .toBuffer();
  return {
    shops: await Promise.all(Array.from({ length: shops }, shop)),
    clients: await Promise.all(Array.from({ length: clients }, () => make.client())),
    admin: await make.admin(),
    picture: Buffer.from(picture),
    from: Math.ceil(Date.now() / DAY) * DAY + 2 * DAY,
  };
}
