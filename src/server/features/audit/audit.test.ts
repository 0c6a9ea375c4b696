import { expect, test } from 'vitest';
import { createAccount } from '#server/features/accounts/create-account.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { disableUser, enableUser } from '#server/features/users/disable-user.ts';
import { useTestApp } from '#server/testing/app.ts';
import { listAudit } from './queries.ts';

const t = useTestApp();

test('what admins change by the command line and by calls is written down once, with the change, and never altered', async () => {
  const { db } = t.deps;
  const admin = await t.make.admin();
  const email = 'zuri@example.com';
  const passwordHash = await hashPassword('correct horse battery');
  const made = await createAccount(db, { role: 'client', email, name: 'Zuri Adjei', passwordHash });
  for (let twice = 0; twice < 2; twice++) await disableUser(db, { email });
  await enableUser(db, { email }, { actorId: admin.userId });
  await enableUser(db, { email }, { actorId: admin.userId });
  const { bookingId } = await t.make.booking({ status: 'confirmed' });
  for (let twice = 0; twice < 2; twice++)
    await t.rest.call(admin, 'bookings.change', { id: bookingId, status: 'cancelled' });

  const by = { id: admin.userId, email: admin.email };
  const { results, total } = await listAudit(db, { skip: 0, limit: 10 });
  expect(total).toBe(4);
  expect(results.map(({ action, actor, subject_id, subject }) => [action, actor, subject_id, subject])).toEqual([
    ['booking.cancelled', by, bookingId, null],
    ['user.enabled', by, made?.userId, email],
    ['user.disabled', null, made?.userId, email],
    ['user.created', null, made?.userId, email],
  ]);
  expect(JSON.stringify(await db.selectFrom('audit_entries').selectAll().execute())).not.toMatch(/zuri|adjei/i);
  await expect(db.updateTable('audit_entries').set({ action: 'user.enabled' }).execute()).rejects.toThrow(
    'never changed',
  );
  await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow('never changed');
});
