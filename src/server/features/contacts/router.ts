import { z } from 'zod';
import { professional, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { contact, contactInput, contactsQuery, newContact } from '#shared/contacts.ts';
import { pathId } from '#shared/wire.ts';
import { addContact, changeContact, forgetContact } from './change-contact.ts';
import { findContact, listContacts } from './queries.ts';

const byId = z.object({ id: pathId('Contact') });

export const contactsRouter = router({
  list: professional
    .meta({ rest: 'GET /contacts/' })
    .input(contactsQuery)
    .output(z.array(contact))
    .query(async ({ ctx, input }) => withTotal(ctx, await listContacts(ctx.db, ctx.professionalId, input))),

  create: professional
    .meta({ rest: 'POST /contacts/', status: 201 })
    .input(newContact)
    .output(contact)
    .mutation(({ ctx, input }) => addContact(ctx.db, ctx.professionalId, input)),

  byId: professional
    .meta({ rest: 'GET /contacts/{id}' })
    .input(byId)
    .output(contact)
    .query(async ({ ctx, input }) => (await findContact(ctx.db, ctx.professionalId, input.id)) ?? notFound('Contact')),

  update: professional
    .meta({ rest: 'PUT /contacts/{id}' })
    .input(contactInput.extend(byId.shape))
    .output(contact)
    .mutation(({ ctx, input }) => changeContact(ctx.db, ctx.professionalId, input)),

  delete: professional
    .meta({ rest: 'DELETE /contacts/{id}', status: 204 })
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => forgetContact(ctx.db, ctx.professionalId, input.id)),
});
