import { z } from 'zod';
import { pageFrom, professional, router, withTotal } from '#server/api/procedures.ts';
import { invalid, notFound } from '#server/errors.ts';
import { bodySizes } from '#shared/constants.ts';
import { contactImport, contactImportInput, importId, undoableImport } from '#shared/contact-import.ts';
import { contact, contactInput, contactsQuery, merger, newContact } from '#shared/contacts.ts';
import { longPage, pathId } from '#shared/wire.ts';
import { addContact, changeContact, forgetContact } from './change-contact.ts';
import { contactsCsv, importContacts, undoImport } from './import-contacts.ts';
import { listUndoable } from './import-queries.ts';
import { mergeContact } from './merge-contact.ts';
import { findContact, listContacts } from './queries.ts';

const byId = z.object({ id: pathId('Contact') });

export const contactsRouter = router({
  list: professional
    .meta({ rest: 'GET /contacts/' })
    .input(contactsQuery)
    .output(z.array(contact))
    .query(async ({ ctx, input }) => withTotal(ctx, await listContacts(ctx.db, ctx.professionalId, input))),

  /** Over REST the file itself, over tRPC its text as a string. */
  export: professional
    .meta({ rest: 'GET /contacts/export.csv', media: 'text/csv' })
    .output(z.string())
    .query(({ ctx }) => {
      ctx.setHeader('content-disposition', 'attachment; filename="contacts.csv"');
      return contactsCsv(ctx.db, ctx.professionalId);
    }),

  import: professional
    .meta({
      rest: 'POST /contacts/import',
      bodies: ['multipart'],
      bodyLimit: bodySizes.vcards,
      anyFile: true,
      query: ['dry_run', 'mapping', 'lenient', 'rest_in_notes'],
      refusals: [429],
    })
    .input(contactImportInput)
    .output(contactImport)
    .mutation(({ ctx, input }) => importContacts(ctx.db, ctx.professionalId, input)),

  imports: professional
    .meta({ rest: 'GET /contacts/imports' })
    .input(longPage)
    .output(z.array(undoableImport))
    .query(async ({ ctx, input }) => withTotal(ctx, pageFrom(await listUndoable(ctx.db, ctx.professionalId), input))),

  undoImport: professional
    .meta({ rest: 'DELETE /contacts/import/{id}', status: 204 })
    .input(importId)
    .output(z.void())
    .mutation(({ ctx, input }) => undoImport(ctx.db, ctx.professionalId, input.id)),

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

  merge: professional
    .meta({ rest: 'POST /contacts/{id}/merge' })
    .input(merger.extend(byId.shape))
    .output(contact)
    .mutation(({ ctx, input }) => {
      if (input.id === input.into) invalid(['body', 'into'], 'Choose somebody else');
      return mergeContact(ctx.db, ctx.professionalId, input);
    }),

  delete: professional
    .meta({ rest: 'DELETE /contacts/{id}', status: 204 })
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => forgetContact(ctx.db, ctx.professionalId, input.id)),
});
