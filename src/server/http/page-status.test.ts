import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { statusOfPage } from './web.ts';

const t = useTestApp();

test('existing pages are 200; unknown pages and public pages of unknown ids are 404', async () => {
  const { professionalId } = await t.make.professional();
  const service = await t.make.service(professionalId);
  for (const location of ['Carlton, Melbourne', 'Melbourne', 'melbourne VIC'])
    await t.make.professional({ specializations: [2], location });
  await t.make.professional({ specializations: [1], location: 'Melbourne' });
  const another = await t.make.professional();
  const nobody = randomUUID();
  const statusOf = (path: string) => statusOfPage(t.deps, path);
  for (const path of [
    '/',
    '/login',
    '/LOGIN/',
    '/service-details',
    `/service-details/${service}`,
    `/pick-booking-time/${service}`,
    `/pick-booking-time/${service}/${professionalId}`,
    `/public-professional-page/${professionalId}/`,
    `/public-professional-page/${professionalId}/any-slug`,
    '/find/braiders/melbourne',
    '/find/Braiders/MELBOURNE/',
  ]) {
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  }
  for (const path of [
    '/nowhere',
    '/find',
    '/find/braiders',
    '/find/braiders/ballarat',
    '/find/florists/melbourne',
    '/find/barbers/melbourne',
    `/service-details/${nobody}`,
    '/service-details/one',
    `/pick-booking-time/${nobody}/${professionalId}`,
    `/pick-booking-time/${service}/${nobody}`,
    `/pick-booking-time/${service}/one`,
    `/pick-booking-time/${service}/${another.professionalId}`,
    `/public-professional-page/${nobody}`,
  ]) {
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
});
